import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { endAlert } from './alerts.ts'
import { tellPerson } from './live.ts'
import { lockMembership, type Membership } from './queries.ts'

type AnswerDeps = Pick<Deps, 'db' | 'realtime' | 'jobs'>

/**
 * Accepts a stranger's request: their messages move to the inbox, and they may continue. Does nothing if
 * already accepted.
 */
export async function acceptRequest(deps: AnswerDeps, personId: string, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const conversation = await lockMembership(trx, personId, id)
    if (conversation.state === 'open' && conversation.last_seq > 0) return
    requireRequestTo(personId, conversation)
    await openConversation(trx, deps, conversation, personId)
  })
}

/**
 * Opens a requested conversation for both people, and ends the alert that asks for an answer, so that the next
 * messages make one of their own. The caller has locked its row.
 */
export async function openConversation(
  trx: Trx,
  deps: Pick<Deps, 'realtime' | 'jobs'>,
  { id, other_id, last_seq }: Membership,
  personId: string,
): Promise<void> {
  // Includes messages that came after it was declined.
  const { rows } = await sql<{ person_id: string; was_alerted: boolean }>`
    with opened as (update chat.conversations set state = 'open' where id = ${id})
    update chat.members set folder = 'inbox', last_seq = ${last_seq}, alerted = false
    where conversation_id = ${id}
    returning person_id, old.alerted as was_alerted`.execute(trx)
  for (const { person_id } of rows.filter(one => one.was_alerted)) await endAlert(trx, deps, person_id, id)
  for (const told of [personId, other_id]) {
    tellPerson(trx, deps, told, 'conversation', { conversation_id: id })
  }
}

/** Declines a request. The sender sees no difference. */
export async function declineRequest(deps: AnswerDeps, personId: string, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const conversation = await lockMembership(trx, personId, id)
    requireRequestTo(personId, conversation)
    await sql`
      with declined as (update chat.conversations set state = 'declined' where id = ${id})
      update chat.members set folder = 'declined', alert_at = null
      where conversation_id = ${id} and person_id = ${personId}`.execute(trx)
    tellPerson(trx, deps, personId, 'conversation', { conversation_id: id })
  })
}

/** Only the recipient of a request can answer it. */
function requireRequestTo(personId: string, { state, started_by, last_seq }: Membership): void {
  if (state === 'open' || started_by === personId || last_seq === 0)
    throw problem('not_found', 'We couldn’t find that request.')
}
