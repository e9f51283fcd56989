import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { isOpen } from '#shared/domain/booking-states.ts'
import { changeBooking, lockBooking } from '../bookings/change-booking.ts'
import { noBooking } from '../bookings/decide-booking.ts'
import { type Meeting, notOpen } from './attend.ts'
import { keepPresence, peopleIn } from './presence.ts'

/** The occurrence that an id means: its own, or that of a place which is the caller's or in a session of theirs. */
export async function occurrenceOf(db: Database, { userId }: Login, id: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from occurrences where id = ${id}
    union all
    select occurrence_id from bookings
    where id = ${id} and occurrence_id is not null and ${userId}::uuid in (tutor_id, student_id)`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Lets a person into the meeting of an occurrence while it is open: its owner, who has a paid place, and who is enrolled where it
 * is free. Keeps that they were there; the first of them begins it for all who paid.
 */
export async function attendOccurrence(deps: Deps, login: Login, occurrenceId: string): Promise<Meeting> {
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const occurrence = await read(trx, login, occurrenceId)
    const { owner_id: tutorId, starts_at, ends_at, place, free, enrolled } = occurrence
    const isTutor = tutorId === login.userId
    if (!isTutor && place === null && !enrolled) throw noBooking()
    if (occurrence.state === 'cancelled') throw problem('conflict', 'There is no meeting: it was cancelled.')
    const mayEnter = isTutor || place === 'approved' || place === 'active' || (free && enrolled)
    if (!mayEnter) throw problem('conflict', 'There is no meeting for you: you have no paid place in it.')
    if (!isOpen({ start: starts_at.toTemporalInstant(), end: ends_at.toTemporalInstant() }, now))
      throw notOpen()
    await beginPlaces(trx, deps, occurrenceId, isTutor ? 'tutor' : 'student')
    const room = { occurrenceId }
    await keepPresence(trx, room, login.userId, now)
    const people = sql<{ id: string }>`
      select ${tutorId}::uuid union all
      select student_id from bookings
        where occurrence_id = ${occurrenceId} and state in ('approved', 'active') union all
      select person_id from enrolments where session_id = ${occurrence.session_id} and ${free}::boolean`
    return {
      topic: occurrence.title,
      starts_on: starts_at.toISOString(),
      ends_on: ends_at.toISOString(),
      people: await peopleIn(trx, room, { people, tutorId, viewerId: login.userId }, now),
    }
  })
}

type Row = {
  session_id: string
  owner_id: string
  title: string
  starts_at: Date
  ends_at: Date
  state: string
  free: boolean
  enrolled: boolean
  /** The state of the caller's latest place. */
  place: string | null
}

async function read(trx: Trx, { userId }: Login, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select session_id, owner_id, title, starts_at, ends_at, occurrences.state, rate_cents is null as free,
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
    if (place?.state === 'approved') await changeBooking(trx, deps, place, 'active', by)
  }
}
