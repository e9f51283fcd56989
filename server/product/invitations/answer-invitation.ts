import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { readInvitation } from '../alerts/invitation-alerts.ts'
import { enrolIn } from '../enrolments/enrol.ts'
import { openSession, sessionOver } from '../enrolments/open-session.ts'

/**
 * Accepts an invitation and enrolls the caller: both or neither. Returns the session's id. Paid places still
 * have to be paid.
 */
export async function acceptInvitation(deps: Deps, login: Login, id: string): Promise<string> {
  return deps.db.transaction().execute(async trx => {
    const known = await trx
      .selectFrom('invitations')
      .select('session_id')
      .where('id', '=', id)
      .where('person_id', '=', login.userId)
      .executeTakeFirst()
    if (!known) throw noInvitation()
    // Locks the session first, as enrolling without an invitation does.
    const session = await openSession(trx, login.userId, known.session_id)
    const invitation = await lockInvitation(trx, id)
    if (!invitation) throw noInvitation()
    // Somebody who accepted it and left enrolls again.
    if (invitation.state !== 'sent' && invitation.state !== 'accepted') throw alreadyDecided(invitation.state)
    if (session.deleted) throw sessionOver()
    await enrolIn(trx, deps, session, login.userId)
    return session.id
  })
}

/**
 * Declines an invitation to the caller, or withdraws one that the caller sent. Does nothing if already done.
 */
export async function removeInvitation(deps: Deps, login: Login, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const invitation = await lockInvitation(trx, id)
    if (invitation?.person_id !== login.userId && invitation?.owner_id !== login.userId) throw noInvitation()
    const to = invitation.person_id === login.userId ? 'declined' : 'withdrawn'
    if (invitation.state === to) return
    if (invitation.state !== 'sent') throw alreadyDecided(invitation.state)
    await trx
      .updateTable('invitations')
      .set({ state: to, decided_at: deps.now() })
      .where('id', '=', id)
      .execute()
    await readInvitation(trx, deps, invitation.session_id, invitation.person_id)
  })
}

type Locked = {
  session_id: string
  person_id: string
  owner_id: string
  state: 'sent' | 'accepted' | 'declined' | 'withdrawn'
}

async function lockInvitation(trx: Trx, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select session_id, person_id, owner_id, state from invitations join sessions on sessions.id = session_id
    where invitations.id = ${id} for update of invitations`.execute(trx)
  return rows[0]
}

/** Missing and somebody else's give the same error. */
const noInvitation = () => problem('not_found', 'We couldn’t find that invitation.')

function alreadyDecided(state: Locked['state']) {
  return problem('conflict', `This invitation was already ${state}.`)
}
