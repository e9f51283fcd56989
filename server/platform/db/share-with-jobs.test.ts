import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#shared/api/account.ts'
import { profiles } from '#shared/api/profiles.ts'
import { beginJob } from '../../../local/jobs.ts'
import { drawOn, makeBoard, writing } from '../../../test/factories/boards.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { fetchArchive } from '../../../test/factories/exports.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { type Database, openDatabase } from './database.ts'
import { openPool } from './pool.ts'
import { asJob, shareWithJobs } from './share-with-jobs.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ DATABASE_POOL_SIZE: '2' })
})

afterAll(() => stack?.close())

describe('with the smallest pool', () => {
  test('people are answered while jobs of two kinds wait for locks', async () => {
    const ana = await stack.signIn('ana')
    await stack.jobsDone()
    await stack.db.transaction().execute(async trx => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await sql`lock table post_words, assistant.words`.execute(trx)
      const kinds = ['sweep-post-words', 'sweep-document-words']
      for (const kind of kinds) await beginJob(stack.db, kind)
      const begun = async () => {
        const { rows } = await sql`
          select from pgboss.job where name = any(${kinds}) and state = 'active' and started_on < now() - interval '0.5 s'`.execute(
          stack.db,
        )
        return rows.length === kinds.length
      }
      // A job gives up after three seconds and begins anew: then the answer says nothing.
      await eventually('she is answered before a job has given up', async () => {
        const before = await waiting()
        if (before.length === 0 || !(await begun())) return false
        expect((await ana.call(profiles.own)).status).toBe(200)
        return JSON.stringify(await waiting()) === JSON.stringify(before)
      })
    })
    await stack.jobsDone()
  })

  test('a person’s export is made', async () => {
    const ben = await stack.signIn('ben')
    await addPost(ben, await addSection(stack.db))
    await drawOn(ben, await makeBoard(ben), [writing('Heaps')])
    await ben.call(account.startExport)
    await stack.jobsDone()
    const archive = await fetchArchive(ben)
    for (const file of ['posts.json', 'boards.json'])
      expect(JSON.parse(archive.get(file)!.toString())).toHaveLength(1)
  })

  /** Statements that wait for locks. */
  async function waiting(): Promise<unknown[]> {
    const { rows } = await sql`
      select pid, query_start::text from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' order by pid`.execute(stack.db)
    return rows
  }
})

describe('a job', () => {
  const ask = (db: Database) => sql`select 1 as answer`.execute(db)
  const answer = { rows: [{ answer: 1 }] }
  let pool: pg.Pool
  let db: Database

  beforeAll(() => {
    pool = openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 2 })
    db = openDatabase(shareWithJobs(pool, 100))
  })

  afterAll(() => db?.destroy())

  test('that waits for itself fails with the reason, and the next one has its turn', async () => {
    const selfish = asJob(() =>
      db.transaction().execute(async trx => {
        await ask(trx)
        await ask(db)
      }),
    )
    await expect(selfish).rejects.toThrow(
      'No connection for this job within 0.1 s: jobs are using all 1 they may have.',
    )
    expect(await asJob(() => ask(db))).toMatchObject(answer)
  })

  test('that finds the pool full of requests fails, and the next one has its turn', async () => {
    const requests = await Promise.all([db.startTransaction().execute(), db.startTransaction().execute()])
    // Only now: opening a connection may take longer.
    pool.options.connectionTimeoutMillis = 100
    await expect(asJob(() => ask(db))).rejects.toThrow('timeout exceeded when trying to connect')
    await Promise.all(requests.map(trx => trx.rollback().execute()))
    expect(await asJob(() => ask(db))).toMatchObject(answer)
  })
})
