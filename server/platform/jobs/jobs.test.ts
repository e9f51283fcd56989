import Fastify from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openPool } from '../db/pool.ts'
import { createJobs, type Jobs } from './jobs.ts'

const { log } = Fastify()
let databaseUrl: string
let pool: pg.Pool
let db: Database
let jobs: Jobs

beforeEach(async () => {
  databaseUrl = await cloneDatabase(inject('postgresUrl'))
  pool = openPool({ databaseUrl, databasePoolSize: 4 })
  db = openDatabase(pool)
  jobs = createJobs(pool, databaseUrl, log)
})

afterEach(async () => {
  await jobs.stop()
  await db.destroy()
})

test('a backlog goes on without a pause after each job', async () => {
  const done: number[] = []
  jobs.define<{ n: number }>('count', {
    async run({ n }) {
      done.push(n)
    },
  })
  await jobs.start()
  await db.transaction().execute(async trx => {
    for (let n = 0; n < 60; n++) await jobs.enqueue(trx, 'count', String(n), { n })
  })
  // With a pause of a second each, it would be a minute.
  await eventually('sixty jobs are done', async () => done.length === 60, 20_000)
})

test('a job whose worker died goes on at another server', async () => {
  const done: string[] = []
  jobs.define<object>('work', {
    async run() {
      done.push('here')
    },
  })
  await jobs.start()
  const { rows } = await sql<{ heartbeat_seconds: number; state: string }>`
    insert into pgboss.job (name, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
    select name, 'active', now() - interval '20 seconds', now() - interval '20 seconds', heartbeat_seconds, retry_limit
    from pgboss.queue where name = 'work' returning heartbeat_seconds, state`.execute(db)
  expect(rows).toEqual([{ heartbeat_seconds: 15, state: 'active' }])
  await eventually('it is taken up', async () => done.length === 1, 25_000)
})

test('queues of an earlier start take on how long a silent worker counts as alive', async () => {
  jobs.define<object>('work', { run: async () => {} })
  await jobs.start()
  await sql`update pgboss.queue set heartbeat_seconds = null where name = 'work'`.execute(db)
  await jobs.stop()
  jobs = createJobs(pool, databaseUrl, log)
  jobs.define<object>('work', { run: async () => {} })
  await jobs.start()
  const { rows } = await sql`select heartbeat_seconds from pgboss.queue where name = 'work'`.execute(db)
  expect(rows).toEqual([{ heartbeat_seconds: 15 }])
})
