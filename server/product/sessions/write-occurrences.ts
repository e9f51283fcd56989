import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { invalidField, type Problem, problem } from '#server/platform/http/problem.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { plannedDays, type SessionTime } from '#shared/domain/occurrences.ts'

/** Refuses a session without an occurrence: nothing would show it. */
export function nothingPlanned(path: string): Problem {
  return invalidField(path, `Its first ${plannedDays / 7} weeks are all skipped. Choose a later first day.`)
}

/** Writes occurrences, which reserves their owner's time. */
export async function insertOccurrences(
  trx: Trx,
  sessionId: string,
  times: readonly SessionTime[],
): Promise<void> {
  if (times.length === 0) return
  await trx
    .insertInto('occurrences')
    .values(
      times.map(time => {
        const { start: starts_at, end: ends_at } = instantsOf(time)
        return { session_id: sessionId, date: time.date, starts_at, ends_at }
      }),
    )
    .execute()
}

/** The first of the times at which the person is busy, or null. The caller has taken their turn. */
export async function findClash(
  db: Database,
  personId: string,
  times: readonly Interval[],
): Promise<Interval | null> {
  const wanted = times.map(instantsOf)
  const { rows } = await sql<{ start: Temporal.Instant; end: Temporal.Instant }>`
    select wanted.start, wanted.end
    from unnest(${wanted.map(({ start }) => start)}::timestamptz[],
        ${wanted.map(({ end }) => end)}::timestamptz[]) as wanted (start, "end")
      join reserved_times on person_id = ${personId} and during && tstzrange(wanted.start, wanted.end)
    order by 1 limit 1`.execute(db)
  const [found] = rows
  return found ? { start: found.start.epochMilliseconds, end: found.end.epochMilliseconds } : null
}

/** Refuses times at which the person is busy, and names the first. */
export async function refuseClash(
  db: Database,
  personId: string,
  times: readonly Interval[],
  zone: string,
): Promise<void> {
  const clash = await findClash(db, personId, times)
  if (clash) throw clashes(clash, zone)
}

function clashes({ start }: Interval, zone: string) {
  const when = Temporal.Instant.fromEpochMilliseconds(start).toLocaleString('en-US', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return problem('conflict', `You have a booking or another session at that time: ${when}.`)
}
