import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { BookingState } from '#shared/domain/booking-states.ts'
import { instantsOf } from '#shared/domain/intervals.ts'
import { moveNoticeHours } from '#shared/domain/moved-places.ts'
import { newTimes, type SessionPlan, type SessionTime } from '#shared/domain/occurrences.ts'
import { forgetAttendances } from '../attendances/forget-attendances.ts'
import { inStates } from '../people/booking-states.ts'
import { cancelOccurrences } from './cancel-occurrences.ts'
import { movePlaces } from './move-places.ts'
import { type OccurrenceRow, type PlanChanges, replanned, unchanged } from './plan-changes.ts'
import { tellPlannedAgain } from './planned-again.ts'
import { planOf, type SessionRow } from './queries.ts'
import type { MovedTo } from './session-alert-kinds.ts'
import { spanOfTime } from './session-alerts.ts'
import { insertOccurrences, nothingPlanned, refuseClash } from './write-occurrences.ts'

/** A session's next plan, and where people meet from now on, each null if it stays; and its next rate. */
type Change = { plan: SessionPlan | null; to: MovedTo | null; rateCents: number | null }

/**
 * Moves the occurrences that haven't begun to another plan: those that keep their day move, with their
 * places, and the others are canceled. A one-day session can move to another day. If people meet somewhere
 * else from now on, all places move. Returns the date up to which the occurrences are planned. The caller has
 * locked the session and its occurrences, and taken its owner's turn.
 */
export async function moveSession(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  { plan, to, rateCents }: Change,
  now: Temporal.Instant,
): Promise<string> {
  const rows = await recentAndToCome(trx, session.id, now)
  if (to) await refuseInProgress(trx, session.id, now)
  const { until, changes } = plan
    ? replanned(rows, session, plan, now)
    : { until: session.planned_until, changes: unchanged(rows) }
  const moved = to ? [...changes.moved, ...changes.kept] : changes.moved
  await refuseShortNotice(trx, moved, now)
  const fresh = newTimes(changes.added, planOf(session))
  if (plan) await changeTimes(trx, deps, session, plan.zone, { changes, fresh })
  const wasToCome = rows.some(({ state, begun }) => state === 'planned' && !begun)
  await tellPlannedAgain(trx, deps, session, changes, { wasToCome, rateCents })
  const moves = moved.map(({ row, time }) => ({ id: row.id, from: row, to: time }))
  await movePlaces(trx, deps, session, moves, to)
  return until
}

async function changeTimes(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  zone: string,
  { changes, fresh }: { changes: PlanChanges; fresh: SessionTime[] },
): Promise<void> {
  await cancelOccurrences(
    trx,
    deps,
    session,
    changes.dropped.map(({ id }) => id),
    { goesOn: true, added: fresh.map(spanOfTime) },
  )
  await forgetUnused(trx, changes.dropped)
  await moveOccurrences(trx, session, zone, changes)
  await insertOccurrences(trx, session.id, changes.added)
  await requireSome(trx, session.id)
}

/** Recent occurrences matter to a plan: their days are taken, or were canceled and can be planned again. */
export const recentSince = (now: Temporal.Instant) => now.subtract({ hours: 72 })

async function recentAndToCome(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<OccurrenceRow[]> {
  const { rows } = await sql<OccurrenceRow>`
    select id, date::text, starts_at, ends_at, state, starts_at <= ${now}::timestamptz as begun
    from occurrences where session_id = ${sessionId} and starts_at > ${recentSince(now)}::timestamptz
    order by starts_at, id`.execute(trx)
  return rows
}

/** Refuses to move people out of a meeting that they paid for, or are paying for. */
async function refuseInProgress(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql`
    select from occurrences join bookings on occurrence_id = occurrences.id
    where session_id = ${sessionId} and occurrences.state = 'planned'
      and occurrences.starts_at <= ${now}::timestamptz and occurrences.ends_at > ${now}::timestamptz
      and bookings.state in (${inStates.live})
    limit 1`.execute(trx)
  if (rows.length === 0) return
  throw invalidField(
    'body.plan.location',
    'People are in a meeting they booked. Change where you meet once it is over.',
  )
}

/** Refuses to move a paid place so near its start that people may not learn of it. */
async function refuseShortNotice(
  trx: Trx,
  moved: PlanChanges['moved'],
  now: Temporal.Instant,
): Promise<void> {
  // Locked, since a held place may be paid for at this moment.
  const { rows } = await sql<{ occurrence_id: string; state: BookingState }>`
    select occurrence_id, state from bookings
    where occurrence_id = any (${moved.map(({ row }) => row.id)}::uuid[]) and state in (${inStates.live})
    order by id for update`.execute(trx)
  const paid = new Set(rows.flatMap(({ occurrence_id, state }) => (state === 'held' ? [] : [occurrence_id])))
  const earliest = now.add({ hours: moveNoticeHours }).epochMilliseconds
  const near = moved.find(({ row, time }) => paid.has(row.id) && time.start < earliest)
  if (!near) return
  const { row, time } = near
  const field = changedField(row, time)
  const day = Temporal.PlainDate.from(row.date).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
  throw invalidField(
    `body.plan.${field}`,
    `People paid for ${day}. Give them at least ${moveNoticeHours} hours’ notice of the new ${field === 'location' ? 'location' : 'time'}, or cancel it with a full refund.`,
  )
}

/** The field of the plan that moves an occurrence to this time: the location, if the time stays. */
function changedField(
  row: OccurrenceRow,
  time: SessionTime,
): 'starts_on' | 'start_time' | 'end_time' | 'location' {
  if (row.date !== time.date) return 'starts_on'
  if (row.starts_at.epochMilliseconds !== time.start) return 'start_time'
  if (row.ends_at.epochMilliseconds !== time.end) return 'end_time'
  return 'location'
}

/**
 * An occurrence that never had a place leaves no trace. The database keeps one with a board or a meeting room
 * (0057, keep_occurrence).
 */
async function forgetUnused(trx: Trx, dropped: OccurrenceRow[]): Promise<void> {
  await sql`
    delete from occurrences where id = any (${dropped.map(({ id }) => id)}::uuid[])
      and not exists (select from bookings where occurrence_id = occurrences.id)`.execute(trx)
}

async function requireSome(trx: Trx, sessionId: string): Promise<void> {
  const { rows } = await sql`select from occurrences where session_id = ${sessionId} limit 1`.execute(trx)
  if (rows.length === 0) throw nothingPlanned('body.plan.starts_on')
}

async function moveOccurrences(
  trx: Trx,
  { owner_id }: SessionRow,
  zone: string,
  { moved, revived, added }: PlanChanges,
): Promise<void> {
  const placed = [...moved, ...revived]
  const ids = placed.map(({ row }) => row.id)
  // All in one statement: one may move to where another was.
  await sql`delete from reserved_times where occurrence_id = any (${ids}::uuid[])`.execute(trx)
  await forgetAttendances(
    trx,
    placed.flatMap(({ row, time }) => (row.starts_at.epochMilliseconds === time.start ? [] : [row.id])),
  )
  const times = [...placed.map(({ time }) => time), ...added]
  const instants = placed.map(({ time }) => instantsOf(time))
  await refuseClash(trx, owner_id, times, zone)
  await sql`
    update occurrences set state = 'planned', date = at.date, starts_at = at.starts_at, ends_at = at.ends_at
    from unnest(${ids}::uuid[], ${placed.map(({ time }) => time.date)}::date[],
      ${instants.map(({ start }) => start)}::timestamptz[],
      ${instants.map(({ end }) => end)}::timestamptz[]) as at (id, date, starts_at, ends_at)
    where occurrences.id = at.id`.execute(trx)
}
