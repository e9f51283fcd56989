import { dateOf, dayNumber, numberOf, weekdayOf } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { type DayException, minutesOf, type Schedule, sortRanges, type TimeRange } from './schedule.ts'
import { firstMoment, isShownTwice, wallAt, type ZoneOffsets, zoneOffsets } from './time-zone.ts'

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
      const whole = realTime(number, range, offsets)
      // Other hours of a date can meet the night of the date before, which then comes first.
      const start = Math.max(whole.start, takenUntil)
      const { end } = whole
      if (end <= start) continue
      takenUntil = end
      if (start < window.end && end > window.start) occurrences.push({ start, end, date, range })
    }
  }
  return occurrences
}

/** What a range of a date is in real time by the clocks of a zone; without length where they skip all of it. */
export function realTimeOf(date: string, range: TimeRange, zone: string): Interval {
  return realTime(numberOf(date), range, offsetsAround(date, zone))
}

/** Whether clocks of the zone show the start or the end of a range of a date twice, so that it names no one time. */
export function isRepeated(date: string, range: TimeRange, zone: string): boolean {
  const offsets = offsetsAround(date, zone)
  return Object.values(wallTimes(numberOf(date), range)).some(wall => isShownTwice(wall, offsets))
}

/** The one rule for wall times that clocks skip or show twice: see `firstMoment`. */
function realTime(number: number, range: TimeRange, offsets: ZoneOffsets): Interval {
  const { start, end } = wallTimes(number, range)
  return { start: firstMoment(start, offsets), end: firstMoment(end, offsets) }
}

/** A range of a day as if that were one of UTC. */
function wallTimes(number: number, range: TimeRange): Interval {
  const { start, end } = minutesOf(range)
  return { start: number * day + start * minute, end: number * day + end * minute }
}

function offsetsAround(date: string, zone: string): ZoneOffsets {
  const midnight = numberOf(date) * day
  return zoneOffsets(zone, midnight - 4 * day, midnight + 4 * day)
}
