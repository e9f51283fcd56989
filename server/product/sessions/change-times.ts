import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { instantsOf } from '#shared/domain/intervals.ts'
import { moveNoticeHours } from '#shared/domain/moved-places.ts'
import { plannedTimes, plannedUntil, type SessionPlan, type SessionTime } from '#shared/domain/occurrences.ts'
import { forgetAttendances } from '../attendances/forget-attendances.ts'
import { inStates } from '../people/booking-states.ts'
import { cancelOccurrences, idsEnrolledIn } from './cancel-occurrences.ts'
import { movePlaces } from './move-places.ts'
import type { SessionRow } from './queries.ts'
import type { MovedTo, ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'
import { insertOccurrences, nothingPlanned, refuseClash } from './write-occurrences.ts'

type Row = {
  id: string
  date: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  state: string
  begun: boolean
}

/** What happens to each existing occurrence, and which ones are new. */
type Changes = {
  moved: { row: Row; time: SessionTime }[]
  /** Those whose time stays. */
  kept: { row: Row; time: SessionTime }[]
  /** Canceled ones whose day is part of the plan again. */
  revived: { row: Row; time: SessionTime }[]
  added: SessionTime[]
  dropped: Row[]
}

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
): Promise<string> {
  const now = deps.now()
  const rows = await recentAndToCome(trx, session.id, now)
  if (to) await refuseInProgress(trx, session.id, now)
  const { until, changes } = plan
    ? replanned(rows, session, plan, now)
    : { until: session.planned_until, changes: unchanged(rows) }
  const moved = to ? [...changes.moved, ...changes.kept] : changes.moved
  await refuseShortNotice(trx, moved, now)
  if (plan) await changeTimes(trx, deps, session, plan.zone, changes)
  await tellPlannedAgain(trx, deps, session, changes, session.rate_cents === null || rateCents === null)
  const moves = moved.map(({ row, time }) => ({ id: row.id, from: row, to: time }))
  await movePlaces(trx, deps, session, moves, to)
  return until
}

function replanned(rows: Row[], session: SessionRow, plan: SessionPlan, now: Temporal.Instant) {
  const until = [plannedUntil(plan, now), ...rows.map(({ date }) => date)].sort().at(-1)!
  const times = plannedTimes(plan, wallClock(now, plan.zone).date, until)
  const once = session.repeat_days.length === 0 && plan.repeatDays.length === 0
  if (once && rows.some(row => isTaken(row) && row.date === plan.startsOn)) {
    throw invalidField('body.plan.starts_on', 'There was already a session on this day. Choose another one.')
  }
  return { until, changes: compare(rows, refusePassed(times, rows, now), once) }
}

async function changeTimes(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  zone: string,
  changes: Changes,
): Promise<void> {
  await cancelOccurrences(
    trx,
    deps,
    session,
    changes.dropped.map(({ id }) => id),
    { goesOn: true },
  )
  await forgetUnused(trx, changes.dropped)
  await moveOccurrences(trx, session, zone, changes)
  await insertOccurrences(trx, session.id, changes.added)
  await requireSome(trx, session.id)
}

/** Recent occurrences matter to a plan: their days are taken, or were canceled and can be planned again. */
export const recentSince = (now: Temporal.Instant) => now.subtract({ hours: 72 })

async function recentAndToCome(trx: Trx, sessionId: string, now: Temporal.Instant): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, date::text, starts_at, ends_at, state, starts_at <= ${now}::timestamptz as begun
    from occurrences where session_id = ${sessionId} and starts_at > ${recentSince(now)}::timestamptz
    order by starts_at, id`.execute(trx)
  return rows
}

/** The upcoming times. Today's plan can't be changed into one that has already begun. */
function refusePassed(times: SessionTime[], rows: Row[], now: Temporal.Instant): SessionTime[] {
  const passed = times.filter(({ start }) => start <= now.epochMilliseconds)
  const isPlanned = ({ date }: SessionTime) =>
    rows.some(row => row.date === date && row.state === 'planned' && !row.begun)
  if (passed.some(isPlanned)) {
    throw invalidField('body.plan.start_time', 'This time has already passed today. Choose a later one.')
  }
  return times.filter(time => !passed.includes(time))
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
async function refuseShortNotice(trx: Trx, moved: Changes['moved'], now: Temporal.Instant): Promise<void> {
  // Locked, since a held place may be paid for at this moment.
  const { rows } = await sql<{ occurrence_id: string; state: string }>`
    select occurrence_id, state from bookings
    where occurrence_id = any (${moved.map(({ row }) => row.id)}::uuid[]) and state in (${inStates.live})
    order by id for update`.execute(trx)
  const paid = new Set(rows.flatMap(({ occurrence_id, state }) => (state === 'held' ? [] : [occurrence_id])))
  const earliest = now.add({ hours: moveNoticeHours }).epochMilliseconds
  const near = moved.find(({ row, time }) => paid.has(row.id) && time.start < earliest)
  if (!near) return
  const { row, time } = near
  const field =
    row.date !== time.date
      ? 'starts_on'
      : row.starts_at.epochMilliseconds !== time.start
        ? 'start_time'
        : row.ends_at.epochMilliseconds !== time.end
          ? 'end_time'
          : 'location'
  const day = Temporal.PlainDate.from(row.date).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  })
  throw invalidField(
    `body.plan.${field}`,
    `People paid for ${day}. Give them at least ${moveNoticeHours} hours’ notice of the new ${field === 'location' ? 'place' : 'time'}, or cancel it with a full refund.`,
  )
}

/** Whether its day is gone. One that was canceled before it began can be planned again for later that day. */
const isTaken = ({ begun, state }: Row) => begun && state !== 'cancelled'

function compare(rows: Row[], times: SessionTime[], once: boolean): Changes {
  const taken = new Set(rows.filter(isTaken).map(({ date }) => date))
  const free = rows.filter(row => !isTaken(row))
  const planned = free.filter(({ state }) => state === 'planned')
  // A day can have a planned one beside those that were canceled.
  const byDate = new Map([...free, ...planned].map(row => [row.date, row]))
  const changes: Changes = { moved: [], kept: [], revived: [], added: [], dropped: [] }
  const found = new Set<Row>()
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

function unchanged(rows: Row[]): Changes {
  const kept = rows
    .filter(({ state, begun }) => state === 'planned' && !begun)
    .map(row => {
      const { date, starts_at, ends_at } = row
      return { row, time: { date, start: starts_at.epochMilliseconds, end: ends_at.epochMilliseconds } }
    })
  return { moved: [], kept, revived: [], added: [], dropped: [] }
}

/**
 * An occurrence that never had a place leaves no trace. The database keeps one with a board or a meeting room
 * (0057, keep_occurrence).
 */
async function forgetUnused(trx: Trx, dropped: Row[]): Promise<void> {
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
  { moved, revived, added }: Changes,
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

/**
 * Tells of canceled times that take place after all: in a session that was or becomes free everyone enrolled, otherwise
 * those who lost a place in one.
 */
async function tellPlannedAgain(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  { revived, added }: Changes,
  everyone: boolean,
): Promise<void> {
  const told = new Map<string, ToldTime[]>()
  if (everyone) {
    // A free session's skipped day may have left no occurrence.
    const skipped = added.filter(({ date }) => session.skipped_days.includes(date))
    const times = [...revived.map(({ time }) => time), ...skipped].map(unmoved)
    if (times.length === 0) return
    for (const personId of await idsEnrolledIn(trx, session.id)) told.set(personId, times)
  } else {
    for (const { row, time } of revived) {
      for (const personId of await idsWithLostPlace(trx, session, row.id)) {
        told.getOrInsertComputed(personId, () => []).push(unmoved(time))
      }
    }
  }
  for (const [personId, times] of told) {
    await tellOfSession(trx, deps, session, personId, 'planned_again', {
      times,
      payAgain: !everyone,
    })
  }
}

function unmoved(time: SessionTime): ToldTime {
  const span = spanOf(instantsOf(time))
  return { from: span, to: span }
}

/** The people still enrolled whose place its owner canceled, or whose place the job is about to cancel. */
async function idsWithLostPlace(
  trx: Trx,
  { id, owner_id }: SessionRow,
  occurrenceId: string,
): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from enrolments where session_id = ${id} and exists (
      select from bookings where occurrence_id = ${occurrenceId} and student_id = person_id
        and (state in (${inStates.live}) or state = 'cancelled' and cancelled_by = ${owner_id}))
    order by person_id`.execute(trx)
  return rows.map(({ person_id }) => person_id)
}
