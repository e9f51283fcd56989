import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import {
  type DayException,
  findOverlapOfDay,
  formatRange,
  formatSchedule,
  parseRange,
  parseSchedule,
  type Schedule,
  sortRanges,
  type TimeRange,
  type Weekday,
  weekdays,
} from '#shared/domain/schedule.ts'
import { scheduleTexts } from '#shared/domain/schedule-edits.ts'
import { offerSlots } from './offered-slots.ts'
import { readSchedule, type StoredSchedule } from './queries.ts'

type Save = {
  schedule: Record<Weekday, string[]>
  exceptions?: { date: string; ranges: string[] }[] | undefined
  timezone?: string | undefined
  version?: number | undefined
}

/**
 * Saves a whole schedule, or refuses it and names the invalid item. Bookings don't depend on it: they keep
 * their instants. An outdated version gets a 409: somebody saved on another device meanwhile.
 */
export async function saveSchedule(deps: Deps, login: Login, input: Save): Promise<StoredSchedule | null> {
  const schedule = parsed(input.schedule)
  const exceptions = input.exceptions && parsedExceptions(input.exceptions)
  const zone = input.timezone === undefined ? null : askedZone('body.timezone', input.timezone)
  const now = deps.now()
  return deps.db.transaction().execute(async trx => {
    const version = await nextVersion(trx, login.userId, { zone, now, expected: input.version })
    if (version === null) {
      const kept = await readSchedule(trx, login.userId)
      // The answer to the same save may have been lost.
      if (kept && isKept(kept, { schedule, exceptions, zone })) return kept
      throw problem('conflict', 'Your schedule was changed on another device. Check it, then save again.')
    }
    await keepRanges(trx, login.userId, schedule)
    if (exceptions) await keepExceptions(trx, login.userId, exceptions)
    // Within the transaction: otherwise this device could continue from a version that another device saves
    // right after.
    const saved = await readSchedule(trx, login.userId)
    if (saved) await offerSlots(trx, login.userId, saved, now)
    return saved
  })
}

type Wanted = { schedule: Schedule; exceptions: DayException[] | undefined; zone: string | null }

/** Whether saving this would change nothing. */
function isKept(kept: StoredSchedule, { schedule, exceptions, zone }: Wanted): boolean {
  const inOrder = (days: readonly DayException[]) =>
    days.map(({ date, ranges }) => [date, ...ranges.map(formatRange)].join()).sort()
  return (
    isDeepStrictEqual(formatSchedule(kept.schedule), formatSchedule(schedule)) &&
    (!exceptions || isDeepStrictEqual(inOrder(kept.exceptions), inOrder(exceptions))) &&
    (zone === null || zone === kept.zone)
  )
}

function parsed(days: Record<Weekday, string[]>): Schedule {
  const result = parseSchedule(days)
  if ('schedule' in result) return result.schedule
  const { problem: fault, day, item } = result
  throw invalidField(
    `body.schedule.${day}`,
    fault === 'overlap' ? scheduleTexts.overlap.page : notARange(item),
  )
}

function parsedExceptions(given: NonNullable<Save['exceptions']>): DayException[] {
  const seen = new Set<string>()
  return given.map(({ date, ranges }, index) => {
    const path = `body.exceptions.${index}`
    const found = ranges.map(parseRange)
    const wrong = found.indexOf(null)
    if (wrong >= 0) throw invalidField(path, notARange(ranges[wrong]!))
    const sorted = sortRanges(found as TimeRange[])
    if (findOverlapOfDay(sorted)) throw invalidField(path, scheduleTexts.overlap.page)
    if (seen.has(date)) throw invalidField(path, `${date} is listed twice.`)
    seen.add(date)
    return { date, ranges: sorted }
  })
}

function notARange(item: string): string {
  return `“${item}” is not a time range such as 09:00 - 10:30.`
}

type Version = { zone: string | null; now: Temporal.Instant; expected: number | undefined }

/** Increments the version; null if the save was based on an outdated one. */
async function nextVersion(
  trx: Trx,
  userId: string,
  { zone, now, expected }: Version,
): Promise<number | null> {
  // Two first saves at once: the second waits for the first here, and then updates like any other.
  const { rows } = await sql<{ version: number }>`
    insert into schedules as kept (user_id, time_zone, updated_at)
    select id, coalesce(${zone}, time_zone, 'UTC'), ${now} from users where id = ${userId}
    on conflict (user_id) do update
      set version = kept.version + 1, updated_at = ${now}, time_zone = coalesce(${zone}, kept.time_zone)
      where ${expected ?? null}::int is null or kept.version = ${expected ?? null}
    returning version`.execute(trx)
  return rows[0]?.version ?? null
}

async function keepRanges(trx: Trx, userId: string, schedule: Schedule): Promise<void> {
  const ranges = weekdays.flatMap(day => schedule[day].map(({ start, end }) => ({ day, start, end })))
  const [days, starts, ends] = [
    ranges.map(range => range.day),
    ranges.map(range => range.start),
    ranges.map(range => range.end),
  ]
  await trx.deleteFrom('schedule_ranges').where('user_id', '=', userId).execute()
  await sql`
    insert into schedule_ranges (user_id, day, start_time, end_time)
    select ${userId}::uuid, * from unnest(${days}::text[], ${starts}::text[], ${ends}::text[])`.execute(trx)
}

async function keepExceptions(trx: Trx, userId: string, exceptions: DayException[]): Promise<void> {
  await trx.deleteFrom('day_exceptions').where('user_id', '=', userId).execute()
  if (exceptions.length === 0) return
  await trx
    .insertInto('day_exceptions')
    .values(
      exceptions.map(({ date, ranges }) => ({ user_id: userId, date, ranges: ranges.map(formatRange) })),
    )
    .execute()
}
