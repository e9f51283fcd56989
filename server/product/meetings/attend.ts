import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { type MeetingPerson, presenceSeconds } from '#shared/api/meetings.ts'
import { isOpen, opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { changeBooking, factsOf, lockBooking } from '../bookings/change-booking.ts'
import { noBooking, sideOf } from '../bookings/decide-booking.ts'
import { pictureUrl } from '../profiles/picture-url.ts'

type Meeting = { topic: string; starts_on: string; ends_on: string; people: MeetingPerson[] }

/** Lets a person into the meeting of their booking while it is open, and keeps that they were there. */
export async function attend(deps: Deps, login: Login, bookingId: string): Promise<Meeting> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    const side = booking && sideOf(booking, login)
    if (!booking || !side) throw noBooking()
    if (booking.state !== 'approved' && booking.state !== 'active') {
      throw problem('conflict', 'There is no meeting: this booking isn’t approved.')
    }
    if (!isOpen(factsOf(booking), now)) {
      throw problem(
        'conflict',
        `A meeting opens ${opensMinutesBefore} minutes before its start and closes at its end.`,
      )
    }
    if (booking.state === 'approved') await changeBooking(trx, deps, booking, 'active', side)
    await keepPresence(trx, bookingId, login.userId, now)
    return {
      topic: booking.topic,
      starts_on: booking.starts_at.toISOString(),
      ends_on: booking.ends_at.toISOString(),
      people: await peopleOf(trx, booking, login.userId, now),
    }
  })
}

/** Makes the person's stay longer, or begins another after they were away. */
async function keepPresence(
  trx: Trx,
  bookingId: string,
  personId: string,
  now: Temporal.Instant,
): Promise<void> {
  const at = now.toString()
  const { rows } = await sql`
    update attendances set left_at = greatest(left_at, ${at}::timestamptz)
    where booking_id = ${bookingId} and person_id = ${personId} and left_at >= ${awaySince(now)}::timestamptz
    returning 1`.execute(trx)
  if (rows.length > 0) return
  await sql`
    insert into attendances (booking_id, person_id, joined_at, left_at)
    values (${bookingId}, ${personId}, ${at}, ${at})`.execute(trx)
}

type People = { tutor_id: string; student_id: string; id: string }

async function peopleOf(
  trx: Trx,
  booking: People,
  viewerId: string,
  now: Temporal.Instant,
): Promise<MeetingPerson[]> {
  const { rows } = await sql<{
    id: string
    name: string
    username: string
    picture_id: string | null
    present: boolean
  }>`
    select users.id, name, username, picture_id, exists (
      select from attendances where booking_id = ${booking.id} and person_id = users.id
        and left_at >= ${awaySince(now)}::timestamptz) as present
    from users where users.id in (${booking.tutor_id}, ${booking.student_id})
    order by users.id = ${booking.tutor_id} desc`.execute(trx)
  return rows.map(({ id, name, username, picture_id, present }) => ({
    name,
    username,
    profile_image: pictureUrl(picture_id),
    is_you: id === viewerId,
    is_tutor: id === booking.tutor_id,
    present,
  }))
}

function awaySince(now: Temporal.Instant): string {
  return now.subtract({ seconds: 2 * presenceSeconds }).toString()
}
