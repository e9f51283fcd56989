import type { ScheduleAnswer } from '#shared/api/schedules.ts'
import {
  type DayException,
  formatRange,
  formatSchedule,
  parseRange,
  type Schedule,
  sortRanges,
  type TimeRange,
  weekdays,
} from '#shared/domain/schedule.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { dateIn } from '#web/lib/zoned-time.ts'

/** A schedule while it is edited. */
export type Draft = { schedule: Schedule; exceptions: readonly DayException[]; zone: string }

/** A saved schedule as a draft; in the person's own zone if there is none. Drops past dates. */
export function draftOf(saved: ScheduleAnswer, ownZone: string, now = new Date()): Draft {
  const days = weekdays.map(day => [day, readRanges(saved.days[day], day)])
  const zone = saved.time_zone ?? ownZone
  // Yesterday's night may not be over.
  const first = dateIn(shownZone(zone), new Date(now.getTime() - 24 * 60 * 60 * 1000))
  const exceptions = saved.exceptions
    .filter(({ date }) => date >= first)
    .map(({ date, ranges }) => ({ date, ranges: readRanges(ranges, date) }))
  return { schedule: Object.fromEntries(days) as Schedule, exceptions, zone }
}

/** One that can't be read costs its day nothing else. */
function readRanges(texts: readonly string[], day: string): TimeRange[] {
  const ranges = texts.flatMap(text => {
    const range = parseRange(text)
    if (!range) logFailure('Invalid time or day in the schedule', new Error(`${text} on ${day}`))
    return range ?? []
  })
  return sortRanges(ranges)
}

/** The body of the save call for a draft. */
export function bodyOf({ schedule, exceptions, zone }: Draft) {
  return {
    schedule: formatSchedule(schedule),
    exceptions: exceptions.map(({ date, ranges }) => ({ date, ranges: ranges.map(formatRange) })),
    timezone: zone,
  }
}

/** Whether saving both would do the same. */
export function sameDraft(one: Draft, other: Draft): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))
}

/** The dates with another one, in order; replaces an earlier entry for the same date. */
export function withException(
  exceptions: readonly DayException[],
  date: string,
  ranges: readonly TimeRange[],
): DayException[] {
  const others = exceptions.filter(other => other.date !== date)
  return [...others, { date, ranges: sortRanges(ranges) }].sort((a, b) => (a.date < b.date ? -1 : 1))
}
