import type { Occurrence } from '#shared/api/sessions.ts'
import { plannedTimes, type SessionPlan } from '#shared/domain/occurrences.ts'
import { hasBegun } from './has-begun.ts'

type Time = Pick<Occurrence, 'starts_at' | 'ends_at'>
/** What another plan does to an occurrence; null if it is canceled. */
export type Move = { id: string; was: Time; becomes: Time | null }

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
    const [starts, ends] = [time.start, time.end].map(moment => new Date(moment).toISOString())
    return [{ id, was, becomes: { starts_at: starts!, ends_at: ends! } }]
  })
}
