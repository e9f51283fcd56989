import { dateOf, dayNumber, weekdayOf } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { type DayException, minutesOf, type Schedule, sortRanges, type TimeRange } from './schedule.ts'
import { firstMoment, wallAt, zoneOffsets } from './time-zone.ts'

/** When a tutor can be booked: wall-clock hours in the tutor's zone. */
export type Calendar = { schedule: Schedule; exceptions: readonly DayException[]; zone: string }

/** A range of a calendar on the date (in the owner's zone) that it begins on. */
export type Occurrence = Interval & { date: string; range: TimeRange }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The occurrences of a calendar's ranges that lie in a window or reach into it: sorted, apart, each whole and of real length.
 * Those that touch stay two, since slots are counted from where each begins; so they are the same through every window.
 */
export function expand({ schedule, exceptions, zone }: Calendar, window: Interval): Occurrence[] {
  const offsets = zoneOffsets(zone, window.start - 4 * day, window.end + 4 * day)
  const otherHours = new Map(exceptions.map(({ date, ranges }) => [date, sortRanges(ranges)]))
  // A range of yesterday can last until tonight, and be cut by one of the day before yesterday.
  const first = dayNumber(wallAt(window.start, offsets)) - 2
  const last = dayNumber(wallAt(window.end, offsets)) + 1
  const occurrences: Occurrence[] = []
  let takenUntil = -Infinity
  for (let number = first; number <= last; number++) {
    const date = dateOf(number)
    for (const range of otherHours.get(date) ?? schedule[weekdayOf(number)]) {
      const minutes = minutesOf(range)
      // Other hours of a date can meet the night of the date before, which then comes first.
      const start = Math.max(firstMoment(number * day + minutes.start * minute, offsets), takenUntil)
      const end = firstMoment(number * day + minutes.end * minute, offsets)
      if (end <= start) continue
      takenUntil = end
      if (start < window.end && end > window.start) occurrences.push({ start, end, date, range })
    }
  }
  return occurrences
}
