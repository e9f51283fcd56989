import { dateOf, numberOf, wallClock, weekdayOf } from './calendar-days.ts'
import type { Interval } from './intervals.ts'
import { minutesOf, type Weekday } from './schedule.ts'
import { firstMoment, zoneOffsets } from './time-zone.ts'

/**
 * When a group session takes place: on one day, or on weekdays from that day on. The start is a wall-clock
 * time in the zone; `minutes` are real ones, so that each occurrence lasts, and costs, the same (RFC 5545
 * §3.6.1 does this for recurring events). Across a clock change, the end shows a different wall-clock time
 * than usual.
 */
export type SessionPlan = {
  /** The first day ('YYYY-MM-DD'), or the only one. */
  startsOn: string
  startTime: string
  minutes: number
  zone: string
  /** Empty if it doesn't repeat; the fields after it apply only if it does. */
  repeatDays: readonly Weekday[]
  /** The last possible day. */
  repeatUntil: string | null
  skippedDays: readonly string[]
}

/** An occurrence of a session, on the day of its zone on which it begins. */
export type SessionTime = Interval & { date: string }

const minute = 60_000
const day = 24 * 60 * minute

/**
 * The occurrences of a plan that begin between two days, both included, in order. A start that the clock
 * skips is the moment of the skip; a repeated one is its first occurrence, as with slots; a date that the
 * zone skips has none.
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

/** How far ahead occurrences are rows, which reserve their time and can be paid for. */
export const plannedDays = 56

/** The last day for which a plan's occurrences should be rows now. */
export function plannedUntil(
  { startsOn, zone }: Pick<SessionPlan, 'startsOn' | 'zone'>,
  now: Temporal.Instant,
): string {
  const today = wallClock(now, zone).date
  const from = Temporal.PlainDate.from(startsOn > today ? startsOn : today)
  return from.add({ days: plannedDays }).toString()
}

/**
 * Those of a later plan's occurrences whose dates the earlier plan neither had nor skipped. However far ahead they are: a job
 * adds occurrences day by day, and one that it hasn't added yet isn't new.
 */
export function newTimes(times: readonly SessionTime[], before: SessionPlan): SessionTime[] {
  const [first, last] = [times[0], times.at(-1)]
  if (!first || !last) return []
  const had = plannedTimes(before, first.date, last.date).map(({ date }) => date)
  const known = new Set([...had, ...before.skippedDays])
  return times.filter(({ date }) => !known.has(date))
}

/** How many occurrences people see ahead. */
const shownAhead = 3

/**
 * The next three occurrences of a plan that aren't over; the first may have begun. Fewer if the plan ends before
 * that.
 */
export function nextTimes(plan: SessionPlan, now: Temporal.Instant): SessionTime[] {
  const today = numberOf(wallClock(now, plan.zone).date)
  // One that began yesterday can still be going on. Each week has at least one, unless it is excluded.
  const from = Math.max(today - 1, numberOf(plan.startsOn))
  const weeks = shownAhead + 2 + plan.skippedDays.length
  return plannedTimes(plan, dateOf(from), dateOf(from + weeks * 7))
    .filter(({ end }) => end > now.epochMilliseconds)
    .slice(0, shownAhead)
}

/** Whether any of a plan's occurrences is still to begin. */
export function hasTimeAhead(plan: SessionPlan, now: Temporal.Instant): boolean {
  return nextTimes(plan, now).some(({ start }) => start > now.epochMilliseconds)
}

/**
 * How long a session with these wall-clock times lasts: an end that isn't after its start is on the next day.
 */
export function minutesFrom(startTime: string, endTime: string): number {
  const { start, end } = minutesOf({ start: startTime, end: endTime })
  return end - start
}

function lastNumber({ startsOn, repeatDays, repeatUntil }: SessionPlan): number {
  if (repeatDays.length === 0) return numberOf(startsOn)
  return repeatUntil === null ? Infinity : numberOf(repeatUntil)
}
