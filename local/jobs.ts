import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Tells the servers of new work: without it, each job would wait for the next second’s look. */
export const tellOfWork = sql`pg_notify('live', json_build_object('work', name)::text)`

/** Starts a recurring job at once, unless it is running. */
export async function beginJob(db: Database, name: string, data: object = {}): Promise<void> {
  await sql`
    with begun as (
      insert into pgboss.job (name, data, dead_letter)
      values (${name}, ${JSON.stringify(data)}, (select dead_letter from pgboss.queue where name = ${name}))
      on conflict do nothing returning name
    )
    select ${tellOfWork} from begun`.execute(db)
}

/**
 * How many jobs run, wait or are to be retried; not those scheduled for later. `elsewhere`: a
 * queue that no running server works on.
 */
export async function jobsUnderWay(db: Database, elsewhere = ''): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where (state in ('active', 'retry') or (state = 'created' and start_after <= now()))
      and name not like '\\_\\_pgboss%' and name <> ${elsewhere}`.execute(db)
  return rows[0]!.jobs
}
