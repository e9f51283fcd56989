import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import type { Calendar } from '#shared/domain/availability.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { offeredStarts, slotLengths } from '#shared/domain/slots.ts'
import { readSchedule } from './queries.ts'

/** How far ahead slots are written, and how much of it may be missing before the job writes more. */
const hoursAhead = 24 * 9
const hoursMissing = 24

/** Schedules that the job reads at once. */
const batch = 200

const halfHour = sql.lit(`${slotLengths[0]} minutes`)

/** Writes the slots of a schedule that was just saved, in place of the old ones. */
export async function offerSlots(
  trx: Trx,
  tutorId: string,
  calendar: Calendar,
  now: Temporal.Instant,
): Promise<void> {
  await trx.deleteFrom('offered_slots').where('tutor_id', '=', tutorId).execute()
  await insertSlots(trx, tutorId, calendar, { from: now, until: now.add({ hours: hoursAhead }) })
}

/**
 * Adds what the passing of days brings within reach of students, and removes what is over. Running late,
 * twice or on two nodes at once gives the same result, since each schedule is locked.
 */
export async function extendSlots({ db, now }: Deps): Promise<void> {
  for (;;) {
    const due = now().add({ hours: hoursAhead - hoursMissing })
    const { rows } = await sql<{ user_id: string }>`
      select user_id from schedules where offered_until is null or offered_until < ${due}::timestamptz
      order by offered_until nulls first limit ${sql.lit(batch)}`.execute(db)
    await eachInTurn(rows, 'schedules couldn’t be extended', ({ user_id }) =>
      db.transaction().execute(trx => extend(trx, user_id, now())),
    )
    if (rows.length < batch) return
  }
}

async function extend(trx: Trx, tutorId: string, now: Temporal.Instant): Promise<void> {
  const known = await trx
    .selectFrom('schedules')
    .select('offered_until')
    .where('user_id', '=', tutorId)
    .forUpdate()
    .executeTakeFirst()
  // Its owner closed the account meanwhile.
  if (!known) return
  const calendar = await readSchedule(trx, tutorId)
  await trx.deleteFrom('offered_slots').where('tutor_id', '=', tutorId).where('starts_at', '<', now).execute()
  const { offered_until } = known
  const from = offered_until && Temporal.Instant.compare(offered_until, now) > 0 ? offered_until : now
  await insertSlots(trx, tutorId, calendar!, { from, until: now.add({ hours: hoursAhead }) })
}

async function insertSlots(
  trx: Trx,
  tutorId: string,
  calendar: Calendar,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<void> {
  const starts = offeredStarts(calendar, { start: from.epochMilliseconds, end: until.epochMilliseconds })
  await sql`
    with known as (
      update schedules set offered_until = ${until} where user_id = ${tutorId} returning user_id
    )
    insert into offered_slots (tutor_id, starts_at)
    select user_id, unnest(${starts.map(instantOf)}::timestamptz[]) from known
    on conflict do nothing`.execute(trx)
}

function instantOf(moment: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(moment)
}

/**
 * The slots of a tutor within a window in which neither the tutor nor the viewer (null for a visitor) has
 * anything else, the next one first: what the viewer could book right now, if they may book the tutor.
 */
export function freeSlots(
  tutorId: RawBuilder<string>,
  viewerId: string | null,
  window: Interval,
): RawBuilder<{ starts_at: Temporal.Instant }> {
  const { start, end } = instantsOf(window)
  return sql`
    select starts_at from offered_slots
    where tutor_id = ${tutorId} and starts_at >= ${start}::timestamptz and starts_at < ${end}::timestamptz
      and ${freeFor(sql`offered_slots.tutor_id`)} ${viewerId === null ? sql`` : sql`and ${freeFor(sql`${viewerId}::uuid`)}`}
    order by starts_at`
}

function freeFor(personId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (select from reserved_times
    where person_id = ${personId} and during && tstzrange(starts_at, starts_at + interval ${halfHour}))`
}

/** The next free slots of each tutor, so many at most. */
export async function nextFreeSlots(
  db: Database,
  viewerId: string | null,
  tutorIds: readonly string[],
  { window, count }: { window: Interval; count: number },
): Promise<Map<string, Interval[]>> {
  const { rows } = await sql<{ id: string; starts_at: Temporal.Instant }>`
    select tutors.id, starts_at
    from unnest(${tutorIds}::uuid[]) tutors (id)
      cross join lateral (${freeSlots(sql`tutors.id`, viewerId, window)} limit ${sql.lit(count)}) next
    order by starts_at`.execute(db)
  const length = slotLengths[0] * 60_000
  const slots = rows.map(({ id, starts_at }) => ({ id, start: starts_at.epochMilliseconds }))
  return new Map(
    Object.entries(Object.groupBy(slots, ({ id }) => id)).map(([id, own]) => [
      id,
      own!.map(({ start }) => ({ start, end: start + length })),
    ]),
  )
}
