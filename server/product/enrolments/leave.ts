import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { momentIn } from '../alerts/moments.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/end-checkout.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { inStates } from '../people/booking-states.ts'
import { lockPeople } from '../people/lock-people.ts'
import { zoneOf } from '../people/zone-of.ts'
import { noSession, sessionVisibleTo } from '../sessions/queries.ts'
import { writeLeft } from './undo-leaving.ts'

/**
 * Ends the caller's enrollment; does nothing if they aren't enrolled. Also releases their unpaid holds; they
 * first have to cancel upcoming places that they paid for, each by its policy. Answers with what undoes it.
 */
export async function leave(deps: Deps, login: Login, sessionId: string): Promise<string | null> {
  return deps.db.transaction().execute(async trx => {
    const session = await trx
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'owner_id')
      .select('owner_id')
      .where('sessions.id', '=', sessionId)
      .where(sessionVisibleTo(login.userId))
      .executeTakeFirst()
    if (!session) throw noSession()
    await lockPeople(trx, [session.owner_id, login.userId])
    // Locked before places: holding a place locks it too, so nobody holds one in a session they are leaving.
    const enrolment = await trx
      .selectFrom('enrolments')
      .select('created_at')
      .where('session_id', '=', sessionId)
      .where('person_id', '=', login.userId)
      .forUpdate()
      .executeTakeFirst()
    if (!enrolment) return null
    await giveUpPlaces(trx, deps, login.userId, sessionId)
    await trx
      .deleteFrom('enrolments')
      .where('session_id', '=', sessionId)
      .where('person_id', '=', login.userId)
      .execute()
    const left = { session: sessionId, person: login.userId, since: enrolment.created_at }
    return writeLeft(deps.config.secret, left, deps.now())
  })
}

async function giveUpPlaces(trx: Trx, deps: Deps, personId: string, sessionId: string): Promise<void> {
  const { rows } = await sql<{ id: string; starts_at: Temporal.Instant; zone: string }>`
    select bookings.id, bookings.starts_at, time_zone as zone
    from bookings join occurrences on occurrences.id = occurrence_id
      join sessions on sessions.id = session_id
    where session_id = ${sessionId} and student_id = ${personId}
      and bookings.state in (${inStates.live}) and bookings.ends_at > ${deps.now()}::timestamptz
    order by bookings.id`.execute(trx)
  for (const { id, starts_at, zone } of rows) {
    const place = await lockBooking(trx, id)
    if (place?.state === 'approved' || place?.state === 'active') {
      throw problem(
        'conflict',
        Temporal.Instant.compare(starts_at, deps.now()) <= 0
          ? 'A meeting you paid for is in progress, so you can’t leave this session right now.'
          : `You paid for a place on ${momentIn((await zoneOf(trx, personId)) ?? zone, isoTime(starts_at))}. Give it up first, on its booking page.`,
      )
    }
    if (place?.state !== 'held') continue
    await changeBooking(trx, deps, place, { to: 'cancelled', by: 'student' }, { cancelled_by: personId })
    await endCheckoutLater(trx, deps, id)
  }
}
