import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Begins a job as the clock would at its minute. pg-boss's channel is told, or each would wait for the next second’s look. */
export async function beginJob(db: Database, name: string, data: object = {}): Promise<void> {
  await sql`
    with begun as (insert into pgboss.job (name, data) values (${name}, ${JSON.stringify(data)}) returning name)
    select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from begun`.execute(db)
}

/** How many jobs run, wait or are to be tried again; not those that a later moment was set for. */
export async function jobsUnderWay(db: Database): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where (state in ('active', 'retry') or (state = 'created' and start_after <= now()))
      and name not like '\\_\\_pgboss%'`.execute(db)
  return rows[0]!.jobs
}
