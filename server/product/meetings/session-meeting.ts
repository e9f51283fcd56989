import { type Selectable, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { Occurrences } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import { placeCanceledText } from '#shared/api/meetings.ts'
import type { BookingState } from '#shared/domain/booking-states.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { noBooking } from '../bookings/sides.ts'
import { inStates } from '../people/booking-states.ts'
import { accessAt, canceled, notOpen } from './access.ts'
import type { Meeting } from './meeting.ts'

/**
 * The occurrence that an id refers to: the occurrence's own id, or the id of a place that the person has in it
 * or that is in a session they own.
 */
export async function occurrenceOf(db: Database, userId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from occurrences where id = ${id}
    union all
    select occurrence_id from bookings
    where id = ${id} and occurrence_id is not null and ${userId}::uuid in (tutor_id, student_id)`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * The meeting of an occurrence, while a person may be in it: its owner, people with a paid place, and in a
 * free meeting everyone enrolled. The first to enter starts it for everyone who paid.
 */
export async function sessionMeeting(
  trx: Trx,
  deps: Deps,
  userId: string,
  occurrenceId: string,
): Promise<Meeting> {
  const occurrence = await read(trx, userId, occurrenceId)
  const { owner_id: hostId, place: booked, free, enrolled } = occurrence
  const isHost = hostId === userId
  if (!isHost && booked === null && !enrolled) throw noBooking()
  if (occurrence.state === 'cancelled') throw canceled()
  const key = { occurrenceId }
  const times = {
    start: occurrence.starts_at,
    end: occurrence.ends_at,
  }
  const judged = booked === 'completed' || booked === 'missed'
  const paid = booked === 'approved' || booked === 'active' || judged
  if (!isHost && !paid && !(free && enrolled)) {
    const reason = booked === 'cancelled' ? placeCanceledText : 'You haven’t paid for this session.'
    throw problem('conflict', reason)
  }
  const now = deps.now()
  const access = await accessAt(trx, key, userId, times, now)
  if (access === 'closed') throw notOpen(times, now)
  return {
    key,
    topic: occurrence.title,
    ...times,
    hostId,
    people: sql<{ id: string }>`
      select ${hostId}::uuid union all
      select student_id from bookings
        where occurrence_id = ${occurrenceId} and state in (${inStates.agreed}) union all
      select person_id from enrolments where session_id = ${occurrence.session_id} and ${free}::boolean`,
    size: occurrence.capacity + 1,
    async begin() {
      if (access === 'open') await beginPlaces(trx, deps, occurrenceId, isHost ? 'tutor' : 'student')
    },
  }
}

type Row = {
  session_id: string
  owner_id: string
  title: string
  capacity: number
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  state: Selectable<Occurrences>['state']
  free: boolean
  enrolled: boolean
  /** The state of the person's latest place. */
  place: BookingState | null
}

async function read(trx: Trx, userId: string, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select session_id, owner_id, title, capacity, starts_at, ends_at, occurrences.state, free,
      exists (select from enrolments where session_id = sessions.id and person_id = ${userId}) as enrolled,
      (select state from bookings where occurrence_id = occurrences.id and student_id = ${userId}
        order by id desc limit 1) as place
    from occurrences join sessions on sessions.id = session_id where occurrences.id = ${id}`.execute(trx)
  if (!rows[0]) throw noBooking()
  return rows[0]
}

async function beginPlaces(
  trx: Trx,
  deps: Deps,
  occurrenceId: string,
  by: 'tutor' | 'student',
): Promise<void> {
  const places = await trx
    .selectFrom('bookings')
    .select('id')
    .where('occurrence_id', '=', occurrenceId)
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute()
  for (const { id } of places) {
    const place = await lockBooking(trx, id)
    if (place?.state === 'approved') await changeBooking(trx, deps, place, { to: 'active', by })
  }
}
