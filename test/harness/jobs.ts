import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** pg-boss's channel, which is told of a job: each would wait for the next second’s look otherwise. */
const channel = sql`'pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24)`

/** Begins a job as the clock would at its minute, unless it is under way. */
export async function beginJob(db: Database, name: string, data: object = {}): Promise<void> {
  await sql`
    with begun as (
      insert into pgboss.job (name, data) values (${name}, ${JSON.stringify(data)}) on conflict do nothing returning name
    )
    select pg_notify(${channel}, name) from begun`.execute(db)
}

/**
 * Has every job that waits for its next attempt make it now: the pauses between would take minutes. While others run, which it may
 * wait for, it waits too. Answers how many there were.
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
    select pg_notify(${channel}, name) from due`.execute(db)
  return rows.length
}

/** How many jobs run, wait or are to be tried again; not those that a later moment was set for. */
export async function jobsUnderWay(db: Database): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job
    where (state in ('active', 'retry') or (state = 'created' and start_after <= now()))
      and name not like '\\_\\_pgboss%'`.execute(db)
  return rows[0]!.jobs
}
