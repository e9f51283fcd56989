import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConfigError } from '#server/config.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { openDatabase } from './database.ts'
import { requireDurable } from './durability.ts'
import { openPool } from './pool.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

test('a database that keeps nothing for certain, as those of tests, is refused in production', async () => {
  const refused = await requireDurable(stack.db).catch((error: ConfigError) => error.faults)
  expect(refused).toEqual([
    'DATABASE_URL: PostgreSQL runs with fsync = off',
    'DATABASE_URL: PostgreSQL runs with full_page_writes = off',
    'DATABASE_URL: PostgreSQL runs with synchronous_commit = off',
  ])
})

// Unheard, the driver's event would end the process: this test with it (security D-1).
test('a connection that breaks between two statements of a transaction fails that one alone', async () => {
  const db = openDatabase(openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 1 }))
  const broken = db.transaction().execute(async trx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(stack.db)
    await eventually('it is gone', async () => {
      const left = await sql`select 1 from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(stack.db)
      return left.rows.length === 0
    })
    await new Promise(resolve => setImmediate(resolve))
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await db.destroy()
})
