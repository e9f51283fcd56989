import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { Login } from '#server/platform/http/router.ts'
import { forgetInvitations } from '../alerts/invitation-alerts.ts'
import { cancelOccurrences } from './cancel-occurrences.ts'
import { lockOwnSession, lockSession, type SessionRow } from './queries.ts'

/** Deletes the owner's session. An occurrence in progress continues to its end. */
export async function removeSession(deps: Deps, login: Login, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    await endSession(trx, deps, await lockOwnSession(trx, login.userId, id))
  })
}

/** Deletes the sessions of a person who leaves or is suspended, as if they had done it themselves. */
export async function endSessions(trx: Trx, deps: Deps, personId: string): Promise<void> {
  const open = await trx
    .selectFrom('sessions')
    .select('id')
    .where('owner_id', '=', personId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of open) {
    const session = await lockSession(trx, id)
    if (session) await endSession(trx, deps, session)
  }
}

async function endSession(trx: Trx, deps: Deps, session: SessionRow): Promise<void> {
  const now = deps.now()
  const toCome = await trx
    .selectFrom('occurrences')
    .select('id')
    .where('session_id', '=', session.id)
    .where('state', '=', 'planned')
    .where('starts_at', '>', now)
    .execute()
  const ids = toCome.map(({ id }) => id)
  await cancelOccurrences(trx, deps, session, ids, { goesOn: false, everyone: true })
  const invited = await trx
    .updateTable('invitations')
    .set({ state: 'withdrawn', decided_at: now })
    .where('session_id', '=', session.id)
    .where('state', '=', 'sent')
    .returning('person_id')
    .execute()
  const people = invited.map(({ person_id }) => person_id)
  await forgetInvitations(trx, deps, session.id, people)
  await trx
    .updateTable('sessions')
    .set({ deleted_at: now, updated_at: now, version: session.version + 1 })
    .where('id', '=', session.id)
    .execute()
}
