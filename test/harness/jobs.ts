import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { jobsUnderWay, tellOfWork } from '../../local/jobs.ts'

/**
 * Retries every job that waits for its next attempt now: the pauses between would take minutes. While others
 * run, which it may wait for, it waits too. Returns how many there were.
 */
export async function tryAgainNow(db: Database): Promise<number> {
  const { rows } = await sql`
    with due as (
      update pgboss.job set start_after = now()
      where state = 'retry' and start_after > now() and not exists (
        select from pgboss.job
        where (state = 'active' or (state in ('created', 'retry') and start_after <= now()))
          and name not like '\\_\\_pgboss%')
      returning name
    )
    select ${tellOfWork} from due`.execute(db)
  return rows.length
}

/** Resolves when no background job waits or runs. Failed ones are retried without a pause. */
export async function jobsDone(db: Database): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Before a test's own time is over, so that it says what it waited for.
  const deadline = Date.now() + 100_000
  const look = async () => {
    const underWay = await jobsUnderWay(db)
    if (underWay === 0) resolve()
    else if (Date.now() > deadline) reject(new Error(`${underWay} jobs are still under way`))
    else {
      await tryAgainNow(db)
      setTimeout(() => look().catch(reject), 15)
    }
  }
  await look()
  await promise
}
