import type { Selectable } from 'kysely'
import type { Occurrences } from '#server/platform/db/types.gen.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { plannedTimes, plannedUntil, type SessionPlan, type SessionTime } from '#shared/domain/occurrences.ts'
import type { SessionRow } from './queries.ts'

/** An occurrence of the session that has begun lately or is to come. */
export type OccurrenceRow = {
  id: string
  date: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  state: Selectable<Occurrences>['state']
  begun: boolean
}

/** What happens to each existing occurrence, and which ones are new. */
export type PlanChanges = {
  moved: { row: OccurrenceRow; time: SessionTime }[]
  /** Those whose time stays. */
  kept: { row: OccurrenceRow; time: SessionTime }[]
  /** Canceled ones whose day is part of the plan again. */
  revived: { row: OccurrenceRow; time: SessionTime }[]
  added: SessionTime[]
  dropped: OccurrenceRow[]
}

/** What another plan changes, and the date up to which it is planned. */
export function replanned(
  rows: OccurrenceRow[],
  session: SessionRow,
  plan: SessionPlan,
  now: Temporal.Instant,
) {
  const until = [plannedUntil(plan, now), ...rows.map(({ date }) => date)].sort().at(-1)!
  const times = plannedTimes(plan, wallClock(now, plan.zone).date, until)
  const once = session.repeat_days.length === 0 && plan.repeatDays.length === 0
  if (once && rows.some(row => isTaken(row) && row.date === plan.startsOn)) {
    throw invalidField('body.plan.starts_on', 'There was already a session on this day. Choose another one.')
  }
  return { until, changes: compare(rows, refusePassed(times, rows, now), once) }
}

/** The changes if the plan stays. */
export function unchanged(rows: OccurrenceRow[]): PlanChanges {
  const kept = rows
    .filter(({ state, begun }) => state === 'planned' && !begun)
    .map(row => {
      const { date, starts_at, ends_at } = row
      return { row, time: { date, start: starts_at.epochMilliseconds, end: ends_at.epochMilliseconds } }
    })
  return { moved: [], kept, revived: [], added: [], dropped: [] }
}

/** The upcoming times. Today's plan can't be changed into one that has already begun. */
function refusePassed(times: SessionTime[], rows: OccurrenceRow[], now: Temporal.Instant): SessionTime[] {
  const passed = times.filter(({ start }) => start <= now.epochMilliseconds)
  const isPlanned = ({ date }: SessionTime) =>
    rows.some(row => row.date === date && row.state === 'planned' && !row.begun)
  if (passed.some(isPlanned)) {
    throw invalidField('body.plan.start_time', 'This time has already passed today. Choose a later one.')
  }
  return times.filter(time => !passed.includes(time))
}

/** Whether its day is gone. One that was canceled before it began can be planned again for later that day. */
const isTaken = ({ begun, state }: OccurrenceRow) => begun && state !== 'cancelled'

function compare(rows: OccurrenceRow[], times: SessionTime[], once: boolean): PlanChanges {
  const taken = new Set(rows.filter(isTaken).map(({ date }) => date))
  const free = rows.filter(row => !isTaken(row))
  const planned = free.filter(({ state }) => state === 'planned')
  // A day can have a planned one beside those that were canceled.
  const byDate = new Map([...free, ...planned].map(row => [row.date, row]))
  const changes: PlanChanges = { moved: [], kept: [], revived: [], added: [], dropped: [] }
  const found = new Set<OccurrenceRow>()
  for (const time of times) {
    if (taken.has(time.date)) continue
    const row = (once ? planned[0] : undefined) ?? byDate.get(time.date)
    if (!row) {
      changes.added.push(time)
      continue
    }
    found.add(row)
    if (row.state !== 'planned') changes.revived.push({ row, time })
    else if (row.starts_at.epochMilliseconds !== time.start || row.ends_at.epochMilliseconds !== time.end) {
      changes.moved.push({ row, time })
    } else changes.kept.push({ row, time })
  }
  changes.dropped = planned.filter(row => !found.has(row))
  return changes
}
