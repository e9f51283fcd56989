import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { staysMinutes } from '#shared/api/meetings.ts'
import { isOpen, opensMinutesBefore } from '#shared/domain/booking-states.ts'
import { bookingMeeting } from './booking-meeting.ts'
import { inPlace, type Place } from './place.ts'
import { occurrenceOf, sessionMeeting } from './session-meeting.ts'
import { backWithinSeconds } from './stays.ts'

/** A meeting as one who may be in it now finds it. */
export type Meeting = {
  place: Place
  topic: string
  start: Temporal.Instant
  end: Temporal.Instant
  hostId: string
  /** A query of the ids of everyone whom it expects, and how many people it may come to have. */
  people: RawBuilder<{ id: string }>
  size: number
  /** Says that it has begun. */
  begin: () => Promise<void>
}

/** What a meeting is found by: a booking's id, or an occurrence's, or that of a place in one. */
export async function findPlace(db: Database, userId: string, id: string): Promise<Place> {
  const occurrenceId = await occurrenceOf(db, userId, id)
  return occurrenceId ? { occurrenceId } : { bookingId: id }
}

/** The meeting that a person may be in now; a refusal says why there is none for them. */
export function enterable(trx: Trx, deps: Deps, userId: string, place: Place): Promise<Meeting> {
  return 'bookingId' in place
    ? bookingMeeting(trx, deps, userId, place.bookingId)
    : sessionMeeting(trx, deps, userId, place.occurrenceId)
}

/** When everyone is out. */
export function closeOf({ end }: { end: Temporal.Instant }): Temporal.Instant {
  return end.add({ minutes: staysMinutes })
}

/**
 * Whether a person may be in a meeting by the clock: while it is open, and a while longer who was in it at its end. `late` is that
 * while, in which what it was for may be judged already.
 */
export async function momentOf(
  trx: Trx,
  place: Place,
  userId: string,
  times: { start: Temporal.Instant; end: Temporal.Instant },
  now: Temporal.Instant,
): Promise<'open' | 'late' | 'closed'> {
  if (isOpen(times, now)) return 'open'
  const over = Temporal.Instant.compare(now, times.end) >= 0
  if (!over || Temporal.Instant.compare(now, closeOf(times)) >= 0) return 'closed'
  const { rows } = await sql`
    select from attendances where ${inPlace(place)} and person_id = ${userId}
      and left_at >= ${times.end.subtract({ seconds: backWithinSeconds })}::timestamptz limit 1`.execute(trx)
  return rows.length > 0 ? 'late' : 'closed'
}

export const notOpen = () =>
  problem('conflict', `A meeting opens ${opensMinutesBefore} minutes before its start and closes at its end.`)
