import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Calendar } from '#shared/domain/availability.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import {
  type DayException,
  formatRange,
  parseRange,
  parseSchedule,
  type TimeRange,
} from '#shared/domain/schedule.ts'

export type StoredSchedule = Calendar & { version: number }

type Stored = {
  time_zone: string
  version: number
  ranges: { day: string; start: string; end: string }[]
  exceptions: { date: string; ranges: string[] }[]
}

/** A person's schedule, or null if none was ever saved. */
export async function readSchedule(db: Database, userId: string): Promise<StoredSchedule | null> {
  const { rows } = await sql<Stored>`
    select time_zone, version,
      (select coalesce(json_agg(json_build_object('day', day, 'start', start_time, 'end', end_time)), '[]')
        from schedule_ranges where user_id = schedules.user_id) as ranges,
      (select coalesce(json_agg(json_build_object('date', date, 'ranges', ranges) order by date), '[]')
        from day_exceptions where user_id = schedules.user_id) as exceptions
    from schedules where user_id = ${userId}`.execute(db)
  const kept = rows[0]
  if (!kept) return null
  const byDay = Object.groupBy(kept.ranges, range => range.day)
  const days = Object.fromEntries(Object.entries(byDay).map(([day, of]) => [day, of!.map(formatRange)]))
  const parsed = parseSchedule(days)
  if (!('schedule' in parsed))
    throw new Error(`The schedule of ${userId} has ${parsed.item} on ${parsed.day}`)
  return {
    schedule: parsed.schedule,
    exceptions: kept.exceptions.map(readException),
    zone: kept.time_zone,
    version: kept.version,
  }
}

function readException({ date, ranges }: Stored['exceptions'][number]): DayException {
  return { date, ranges: ranges.map(parseRange).filter((range): range is TimeRange => range !== null) }
}

/** The reserved times of people within a window, by any booking. */
export async function takenTimes(
  db: Database,
  people: readonly string[],
  window: Interval,
): Promise<Interval[]> {
  const { rows } = await sql<{ start: Temporal.Instant; end: Temporal.Instant }>`
    select lower(during) as start, upper(during) as "end" from reserved_times
    where person_id = any(${people}::uuid[]) and during && ${rangeOf(window)}
    order by 1`.execute(db)
  return rows.map(({ start, end }) => ({ start: start.epochMilliseconds, end: end.epochMilliseconds }))
}

/** The times with a tutor that a student holds unpaid, the next first. */
export async function ownHolds(
  db: Database,
  studentId: string,
  { tutorId, now }: { tutorId: string; now: Temporal.Instant },
): Promise<(Interval & { booking_id: string; message: string | null })[]> {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'starts_at', 'ends_at', 'message'])
    .where('student_id', '=', studentId)
    .where('tutor_id', '=', tutorId)
    .where('kind', '=', 'slot')
    .where('state', '=', 'held')
    .where('starts_at', '>', now)
    .where('held_until', '>', now)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ id, starts_at, ends_at, message }) => ({
    booking_id: id,
    start: starts_at.epochMilliseconds,
    end: ends_at.epochMilliseconds,
    message,
  }))
}

/** An interval as a range of the database. */
function rangeOf(interval: Interval): RawBuilder<unknown> {
  const { start, end } = instantsOf(interval)
  return sql`tstzrange(${start}::timestamptz, ${end}::timestamptz)`
}
