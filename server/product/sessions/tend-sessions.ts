import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { instantsOf } from '#shared/domain/intervals.ts'
import { plannedDays, plannedTimes, plannedUntil, type SessionTime } from '#shared/domain/occurrences.ts'
import { lockReservations } from '../bookings/hold.ts'
import { endSessions } from './end-session.ts'
import { lockSession, planOf, type SessionRow } from './queries.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'
import { withSkipped } from './skip-occurrence.ts'
import { findClash, insertOccurrences } from './write-occurrences.ts'

/** Done in one hourly run; the others wait for the next. */
const batch = 2000

/**
 * Does the due work on repeating sessions: writes their occurrences of the coming weeks. Running late, twice
 * or on two nodes at once gives the same result, since each step checks the locked row.
 */
export async function tendSessions(deps: Deps, ownerId?: string): Promise<void> {
  const mine = ownerId ? sql`and owner_id = ${ownerId}::uuid` : sql``
  // The earliest current date on earth: a day earlier would be wasted work, a day later is done tomorrow.
  const today = wallClock(deps.now(), 'Etc/GMT+12').date
  const { rows } = await sql<{ id: string; owner_id: string; gone: boolean }>`
    select sessions.id, owner_id, suspended_at is not null or users.deleted_at is not null as gone
    from sessions join users on users.id = owner_id
    where sessions.deleted_at is null and repeat_days <> '{}' and planned_until < ${today}::date + ${sql.lit(plannedDays)}
      and (repeat_until is null or planned_until < repeat_until) ${mine}
    order by planned_until limit ${sql.lit(batch)}`.execute(deps.db)
  await eachInTurn(rows, 'sessions couldn’t be tended', ({ id, owner_id, gone }) =>
    deps.db.transaction().execute(async trx => {
      // Created while its owner left.
      if (gone) return endSessions(trx, deps, owner_id)
      await lockReservations(trx, [owner_id])
      const session = await lockSession(trx, id)
      if (session) await extend(trx, deps, session)
    }),
  )
}

async function extend(trx: Trx, deps: Deps, session: SessionRow): Promise<void> {
  const now = deps.now()
  const plan = planOf(session)
  const until = plannedUntil(plan, now)
  if (until <= session.planned_until) return
  const next = Temporal.PlainDate.from(session.planned_until).add({ days: 1 }).toString()
  const free: SessionTime[] = []
  let skipped: readonly string[] = session.skipped_days
  for (const time of plannedTimes(plan, next, until)) {
    if (time.start <= now.epochMilliseconds) continue
    if (!(await findClash(trx, session.owner_id, [time]))) {
      free.push(time)
      continue
    }
    deps.log.warn(
      { sessionId: session.id, date: time.date },
      'a date of a session was skipped because its owner is busy then',
    )
    skipped = withSkipped(skipped, time.date, wallClock(now, plan.zone).date) ?? skipped
    const times = [{ from: spanOf(instantsOf(time)), to: null }]
    await tellOfSession(trx, deps, session, session.owner_id, 'clash', { times })
  }
  await insertOccurrences(trx, session.id, free)
  await trx
    .updateTable('sessions')
    .set({
      planned_until: until,
      skipped_days: sql`${skipped}::date[]`,
      // An open form shows the old days: saved, it would plan a day of which its owner was told that it is skipped.
      version: session.version + (skipped === session.skipped_days ? 0 : 1),
    })
    .where('id', '=', session.id)
    .execute()
}
