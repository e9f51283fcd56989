import { dateOf, numberOf, wallClock, weekdayOf } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { minutesOf, type Weekday } from './schedule.ts'
import { firstMoment, zoneOffsets } from './time-zone.ts'

/**
 * When a group session takes place: on one day, or on weekdays from that day on. The start is what clocks of the zone show;
 * `minutes` are real ones, so that each occurrence lasts, and costs, the same (as RFC 5545 §3.6.1 has it for recurring events):
 * over a clock change, the end shows another time than usual.
 */
export type SessionPlan = {
  /** The first day ('YYYY-MM-DD'), or the only one. */
  startsOn: string
  startTime: string
  minutes: number
  zone: string
  /** None where it doesn't repeat; what follows is for those that do. */
  repeatDays: readonly Weekday[]
  /** The last day on which it may take place. */
  repeatUntil: string | null
  skippedDays: readonly string[]
}

/** A time of a session, on the day of its zone that it begins on. */
export type SessionTime = Interval & { date: string }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The times of a plan that begin on the days from one to another, both included, in order. A start that the clock skips is the
 * moment of the skip, one shown twice is the first showing, as with slots; on a date that the zone skips there is none.
 */
export function plannedTimes(plan: SessionPlan, from: string, until: string): SessionTime[] {
  const { zone, repeatDays, minutes } = plan
  const first = Math.max(numberOf(from), numberOf(plan.startsOn))
  const last = Math.min(numberOf(until), lastNumber(plan))
  if (!(first <= last)) return []
  const offsets = zoneOffsets(zone, (first - 3) * day, (last + 4) * day)
  const skipped = new Set(plan.skippedDays)
  const startMinute = minutesOf({ start: plan.startTime, end: plan.startTime }).start
  const times: SessionTime[] = []
  for (let number = first; number <= last; number++) {
    const date = dateOf(number)
    if (repeatDays.length > 0 && (!repeatDays.includes(weekdayOf(number)) || skipped.has(date))) continue
    if (firstMoment((number + 1) * day, offsets) <= firstMoment(number * day, offsets)) continue
    const start = firstMoment(number * day + startMinute * minute, offsets)
    times.push({ date, start, end: start + minutes * minute })
  }
  return times
}

/** The next times of a plan that aren't over, of which the first may have begun; fewer where it ends before. */
export function nextTimes(plan: SessionPlan, now: Temporal.Instant, count = 3): SessionTime[] {
  const today = numberOf(wallClock(now, plan.zone).date)
  // One of yesterday can last until now. A week has one at least, unless it is left out.
  const from = Math.max(today - 1, numberOf(plan.startsOn))
  const weeks = count + 2 + plan.skippedDays.length
  return plannedTimes(plan, dateOf(from), dateOf(from + weeks * 7))
    .filter(({ end }) => end > now.epochMilliseconds)
    .slice(0, count)
}

/** How long a session of these wall times lasts: an end that isn't after its start is on the next day. */
export function minutesFrom(startTime: string, endTime: string): number {
  const { start, end } = minutesOf({ start: startTime, end: endTime })
  return end - start
}

function lastNumber({ startsOn, repeatDays, repeatUntil }: SessionPlan): number {
  if (repeatDays.length === 0) return numberOf(startsOn)
  return repeatUntil === null ? Infinity : numberOf(repeatUntil)
}
