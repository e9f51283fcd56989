import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { refreshOpenPages } from './open-pages.ts'
import { readAlerts } from './read-alerts.ts'

const kind = 'session_invited'

type AlertDeps = Pick<Deps, 'now' | 'realtime'>

/** Marks the alert of a person's invitation to a session as read: it was answered or withdrawn. */
export async function readInvitation(
  trx: Trx,
  deps: AlertDeps,
  sessionId: string,
  personId: string,
): Promise<void> {
  await readAlerts(trx, deps, { people: [personId], kinds: [kind], about: { session_id: sessionId } })
}

/** Marks the latest alert of a person's invitation to a session as unread, as the invitation was sent again. */
export async function reviveInvitation(
  trx: Trx,
  deps: AlertDeps,
  sessionId: string,
  personId: string,
): Promise<void> {
  await sql`
    update alerts set read_at = null where id = (
      select id from alerts where user_id = ${personId} and kind = ${kind}
        and facts @> ${JSON.stringify({ session_id: sessionId })}::jsonb
      order by id desc limit 1)`.execute(trx)
  refreshOpenPages(trx, deps, personId)
}

/** Removes the alerts of people's invitations to a session that is gone: their link would lead nowhere. */
export async function forgetInvitations(
  trx: Trx,
  deps: AlertDeps,
  sessionId: string,
  people: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    delete from alerts where user_id = any(${people}::uuid[]) and kind = ${kind}
      and facts @> ${JSON.stringify({ session_id: sessionId })}::jsonb
    returning user_id`.execute(trx)
  for (const userId of new Set(rows.map(row => row.user_id))) refreshOpenPages(trx, deps, userId)
}
