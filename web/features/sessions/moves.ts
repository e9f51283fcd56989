import type { Occurrence } from '#shared/api/sessions.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import {
  newTimes,
  plannedTimes,
  plannedUntil,
  type SessionPlan,
  type SessionTime,
} from '#shared/domain/occurrences.ts'
import { hasBegun } from './has-begun.ts'

type Time = Pick<Occurrence, 'starts_at' | 'ends_at'>
/** What another plan does to a date: without an old time it was skipped, without a new one it is canceled. */
export type Move = { id: string; was: Time | null; becomes: Time | null }

/**
 * What another plan does to occurrences, by the server's rules: each keeps its day, and a one-day session's
 * occurrence follows its session. Leaves out unchanged ones, such as one that has begun.
 */
export function movesOf(
  occurrences: readonly (Time & Pick<Occurrence, 'id'>)[],
  before: SessionPlan,
  after: SessionPlan,
  now: number,
): Move[] {
  const once = before.repeatDays.length === 0 && after.repeatDays.length === 0
  return occurrences.flatMap(({ id, starts_at, ends_at }): Move[] => {
    if (hasBegun({ starts_at }, now)) return []
    const start = Temporal.Instant.from(starts_at)
    const day = start.toZonedDateTimeISO(before.zone).toPlainDate().toString()
    const date = once ? after.startsOn : day
    const [time] = plannedTimes(after, date, date)
    const was = { starts_at, ends_at }
    if (!time) return [{ id, was, becomes: null }]
    if (time.start === Date.parse(starts_at) && time.end === Date.parse(ends_at)) return []
    return [{ id, was, becomes: timeOf(time) }]
  })
}

/** The skipped days that take place by another plan, as far ahead as people are told. */
export function restoredBy(before: SessionPlan, after: SessionPlan, now: number): Move[] {
  return timesAhead(after, now)
    .filter(({ date }) => before.skippedDays.includes(date))
    .map(time => ({ id: time.date, was: null, becomes: timeOf(time) }))
}

/** The dates that another plan adds, as far ahead, without those that it restores. */
export function addedBy(before: SessionPlan, after: SessionPlan, now: number): Time[] {
  return newTimes(timesAhead(after, now), before).map(timeOf)
}

/** What a plan's occurrences will be that haven't begun. */
function timesAhead(plan: SessionPlan, now: number): SessionTime[] {
  const moment = Temporal.Instant.fromEpochMilliseconds(now)
  const times = plannedTimes(plan, wallClock(moment, plan.zone).date, plannedUntil(plan, moment))
  return times.filter(({ start }) => start > now)
}

function timeOf({ start, end }: SessionTime): Time {
  return { starts_at: new Date(start).toISOString(), ends_at: new Date(end).toISOString() }
}
