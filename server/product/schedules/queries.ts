import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Calendar } from '#shared/domain/availability.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import {
  type DayException,
  formatRange,
  parseRange,
  parseSchedule,
  type TimeRange,
} from '#shared/domain/schedule.ts'

export type StoredSchedule = Calendar & { version: number }

/** A person's schedule, or null where none was ever saved. */
export async function readSchedule(db: Database, userId: string): Promise<StoredSchedule | null> {
  const kept = await db
    .selectFrom('schedules')
    .select(['time_zone', 'version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!kept) return null
  const ranges = await db
    .selectFrom('schedule_ranges')
    .select(['day', 'start_time', 'end_time'])
    .where('user_id', '=', userId)
    .execute()
  const byDay = Object.groupBy(ranges, range => range.day)
  const days = Object.fromEntries(
    Object.entries(byDay).map(([day, of]) => [
      day,
      of!.map(({ start_time, end_time }) => formatRange({ start: start_time, end: end_time })),
    ]),
  )
  const parsed = parseSchedule(days)
  if (!('schedule' in parsed))
    throw new Error(`The schedule of ${userId} has ${parsed.item} on ${parsed.day}`)
  return {
    schedule: parsed.schedule,
    exceptions: await readExceptions(db, userId),
    zone: kept.time_zone,
    version: kept.version,
  }
}

async function readExceptions(db: Database, userId: string): Promise<DayException[]> {
  const { rows } = await sql<{ date: string; ranges: string[] }>`
    select date::text as date, ranges from day_exceptions where user_id = ${userId} order by date`.execute(db)
  return rows.map(({ date, ranges }) => ({
    date,
    ranges: ranges.map(parseRange).filter((range): range is TimeRange => range !== null),
  }))
}

/** The times within a window that people have given away, by whoever's bookings. */
export async function takenTimes(db: Database, personId: string, window: Interval): Promise<Interval[]> {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select lower(during) as start, upper(during) as "end" from reserved_times
    where person_id = ${personId} and during && ${rangeOf(window)}
    order by 1`.execute(db)
  return rows.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }))
}

/** An interval as a range of the database. */
function rangeOf({ start, end }: Interval): RawBuilder<unknown> {
  return sql`tstzrange(${new Date(start)}::timestamptz, ${new Date(end)}::timestamptz)`
}
