import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import type { SessionPlan, SessionTime } from '#shared/domain/occurrences.ts'

/** For so long ahead occurrences are rows, which keep their time and can be paid for. */
export const plannedDays = 56

/** The last day of a plan whose occurrences are to be written down now. */
export function plannedUntil(
  { startsOn, zone }: Pick<SessionPlan, 'startsOn' | 'zone'>,
  now: Temporal.Instant,
): string {
  const today = wallClock(now, zone).date
  const from = Temporal.PlainDate.from(startsOn > today ? startsOn : today)
  return from.add({ days: plannedDays }).toString()
}

/** Writes occurrences down; their owner's time is theirs from then on. */
export async function insertOccurrences(
  trx: Trx,
  sessionId: string,
  times: readonly SessionTime[],
): Promise<void> {
  if (times.length === 0) return
  await trx
    .insertInto('occurrences')
    .values(
      times.map(({ date, start, end }) => ({
        session_id: sessionId,
        date,
        starts_at: new Date(start),
        ends_at: new Date(end),
      })),
    )
    .execute()
}

/** The first of the times at which the person has something else already, or null. The caller has taken their turn. */
export async function findClash(
  db: Database,
  personId: string,
  times: readonly Interval[],
): Promise<Interval | null> {
  const { rows } = await sql<{ start: Date; end: Date }>`
    select wanted.start, wanted.end
    from unnest(${times.map(({ start }) => new Date(start))}::timestamptz[],
        ${times.map(({ end }) => new Date(end))}::timestamptz[]) as wanted (start, "end")
      join reserved_times on person_id = ${personId} and during && tstzrange(wanted.start, wanted.end)
    order by 1 limit 1`.execute(db)
  const [found] = rows
  return found ? { start: found.start.getTime(), end: found.end.getTime() } : null
}

/** Refuses times at which the person has something else, and names the first. */
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
  const when = new Date(start).toLocaleString('en-US', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return problem('conflict', `You have a booking or another session at that time: ${when}.`)
}
