import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** How many upcoming sessions a person can have; each reserves eight weeks of their time. */
const openAtOnce = 40

/** Refuses one more upcoming session if the person has too many. The caller has taken their turn. */
export async function refuseMany(trx: Trx, ownerId: string, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from sessions where owner_id = ${ownerId} and deleted_at is null and exists (
      select from occurrences where session_id = sessions.id and state = 'planned'
        and ends_at > ${now}::timestamptz)`.execute(trx)
  if (rows[0]!.open < openAtOnce) return
  throw problem(
    'conflict',
    `You have ${openAtOnce} upcoming sessions, the most you can have. Delete one first.`,
  )
}
