import { dateOf, dayNumber, numberOf, weekdayOf } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { type DayException, minutesOf, type Schedule, sortRanges, type TimeRange } from './schedule.ts'
import { firstMoment, isShownTwice, wallAt, type ZoneOffsets, zoneOffsets } from './time-zone.ts'

/** When a tutor can be booked: wall-clock hours in the tutor's zone. */
export type Calendar = { schedule: Schedule; exceptions: readonly DayException[]; zone: string }

/** A range of a calendar on the date (in the owner's zone) on which it begins. */
export type OpenRange = Interval & { date: string; range: TimeRange }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * When a calendar is open in a window: its ranges that overlap it, sorted, disjoint, each whole and of real
 * length. Adjacent ones stay separate, since slots are counted from the start of each; so they are the same
 * for every window.
 */
export function expand({ schedule, exceptions, zone }: Calendar, window: Interval): OpenRange[] {
  const offsets = zoneOffsets(zone, window.start - 4 * day, window.end + 4 * day)
  const otherHours = new Map(exceptions.map(({ date, ranges }) => [date, sortRanges(ranges)]))
  // A range of yesterday can last until tonight, and a range of the day before yesterday can cut it.
  const first = dayNumber(wallAt(window.start, offsets)) - 2
  const last = dayNumber(wallAt(window.end, offsets)) + 1
  const open: OpenRange[] = []
  let takenUntil = -Infinity
  for (let number = first; number <= last; number++) {
    const date = dateOf(number)
    for (const range of otherHours.get(date) ?? schedule[weekdayOf(number)]) {
      const whole = realTime(number, range, offsets)
      // Exceptions on a date can overlap the night of the date before, which then comes first.
      const start = Math.max(whole.start, takenUntil)
      const { end } = whole
      if (end <= start) continue
      takenUntil = end
      if (start < window.end && end > window.start) open.push({ start, end, date, range })
    }
  }
  return open
}

/** The real time of a range on a date by a zone's clocks; it has no length if they skip all of it. */
export function realTimeOf(date: string, range: TimeRange, zone: string): Interval {
  return realTime(numberOf(date), range, offsetsAround(date, zone))
}

/** Whether the zone's clocks show the start or the end of a range twice, which makes it ambiguous. */
export function isRepeated(date: string, range: TimeRange, zone: string): boolean {
  const offsets = offsetsAround(date, zone)
  return Object.values(wallTimes(numberOf(date), range)).some(wall => isShownTwice(wall, offsets))
}

/** The one rule for wall times that clocks skip or show twice: see `firstMoment`. */
function realTime(number: number, range: TimeRange, offsets: ZoneOffsets): Interval {
  const { start, end } = wallTimes(number, range)
  return { start: firstMoment(start, offsets), end: firstMoment(end, offsets) }
}

/** A range of a day, as if the zone were UTC. */
function wallTimes(number: number, range: TimeRange): Interval {
  const { start, end } = minutesOf(range)
  return { start: number * day + start * minute, end: number * day + end * minute }
}

function offsetsAround(date: string, zone: string): ZoneOffsets {
  const midnight = numberOf(date) * day
  return zoneOffsets(zone, midnight - 4 * day, midnight + 4 * day)
}
