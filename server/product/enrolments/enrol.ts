import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { readInvitation } from '../alerts/invitation-alerts.ts'
import { noSession } from '../sessions/queries.ts'
import { tellOfEnrolment } from './enrolment-alerts.ts'
import { isToCome, type OpenSession, openSession, sessionOver } from './open-session.ts'
import { enrolledSince } from './undo-leaving.ts'

/**
 * Enrolls the caller in a session; does nothing if they are enrolled. Also accepts an open invitation to it.
 * With `undo`, which leaving answered, they are enrolled since when they were before.
 */
export async function enrol(deps: Deps, login: Login, sessionId: string, undo?: string): Promise<void> {
  const left = { session: sessionId, person: login.userId, now: deps.now() }
  const since = undo ? enrolledSince(deps.config.secret, undo, left) : null
  await deps.db.transaction().execute(async trx => {
    const session = await openSession(trx, login.userId, sessionId)
    if (session.deleted) throw noSession()
    if (session.owner_id === login.userId) {
      throw problem('conflict', 'You teach this session.')
    }
    await enrolIn(trx, deps, session, login.userId, since)
  })
}

/**
 * Enrolls a person in a locked session, and accepts their open invitation: whichever of the two calls comes
 * first, the other finds it done. It pays for nothing: a place in a paid session is a booking. Its owner isn't told of
 * somebody who was enrolled `since` then and just left: they weren't told of that either.
 */
export async function enrolIn(
  trx: Trx,
  deps: Deps,
  session: OpenSession,
  personId: string,
  since: Temporal.Instant | null = null,
): Promise<void> {
  if (await isEnrolled(trx, session.id, personId)) return
  const now = deps.now()
  if (!(await isToCome(trx, session.id, now))) throw sessionOver()
  if (session.rate_cents === null && (await countEnrolled(trx, session.id)) >= session.capacity) {
    throw problem('conflict', 'This session is full.')
  }
  await trx
    .insertInto('enrolments')
    .values({ session_id: session.id, person_id: personId, created_at: since ?? now })
    .execute()
  const accepted = await trx
    .updateTable('invitations')
    .set({ state: 'accepted', decided_at: now })
    .where('session_id', '=', session.id)
    .where('person_id', '=', personId)
    .where('state', '=', 'sent')
    .returning('id')
    .executeTakeFirst()
  if (accepted) await readInvitation(trx, deps, session.id, personId)
  if (since) return
  await tellOfEnrolment(trx, deps, session, personId, accepted ? 'invitation_accepted' : 'session_enrolled')
}

async function isEnrolled(trx: Trx, sessionId: string, personId: string): Promise<boolean> {
  const enrolment = await trx
    .selectFrom('enrolments')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return enrolment !== undefined
}

async function countEnrolled(trx: Trx, sessionId: string): Promise<number> {
  const { enrolled } = await trx
    .selectFrom('enrolments')
    .select(({ fn }) => fn.countAll<number>().as('enrolled'))
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return Number(enrolled)
}
