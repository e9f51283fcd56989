import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { MeetingPerson } from '#shared/api/meetings.ts'
import { isOpen, opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { changeBooking, factsOf, lockBooking } from '../bookings/change-booking.ts'
import { noBooking, sideOf } from '../bookings/decide-booking.ts'
import { keepPresence, peopleIn } from './presence.ts'

export type Meeting = { topic: string; starts_on: string; ends_on: string; people: MeetingPerson[] }

/** Lets a person into the meeting of their booking while it is open, and keeps that they were there. */
export async function attendBooking(deps: Deps, login: Login, bookingId: string): Promise<Meeting> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    const side = booking && sideOf(booking, login)
    if (!booking || !side) throw noBooking()
    if (booking.state !== 'approved' && booking.state !== 'active') {
      throw problem('conflict', 'There is no meeting: this booking isn’t approved.')
    }
    if (!isOpen(factsOf(booking), now)) throw notOpen()
    if (booking.state === 'approved') await changeBooking(trx, deps, booking, 'active', side)
    const room = { bookingId }
    await keepPresence(trx, room, login.userId, now)
    const { tutor_id: tutorId, student_id } = booking
    const people = sql<{ id: string }>`${tutorId}, ${student_id}`
    return {
      topic: booking.topic,
      starts_on: booking.starts_at.toISOString(),
      ends_on: booking.ends_at.toISOString(),
      people: await peopleIn(trx, room, { people, tutorId, viewerId: login.userId }, now),
    }
  })
}

export const notOpen = () =>
  problem('conflict', `A meeting opens ${opensMinutesBefore} minutes before its start and closes at its end.`)
