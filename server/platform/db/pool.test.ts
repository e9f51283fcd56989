import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConfigError } from '#server/config/config.ts'
import { profiles, tips } from '#shared/api/profiles.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { type Database, openDatabase } from './database.ts'
import { requireDurable } from './durability.ts'
import { openPool } from './pool.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())

test('production refuses a database without durable writes, such as those of tests', async () => {
  const refused = await requireDurable(stack.db).catch((error: ConfigError) => error.faults)
  expect(refused).toEqual([
    'DATABASE_URL: PostgreSQL runs with fsync = off',
    'DATABASE_URL: PostgreSQL runs with full_page_writes = off',
    'DATABASE_URL: PostgreSQL runs with synchronous_commit = off',
  ])
})

// Without a listener, the driver's event would end the process, and this test with it (security D-1).
test('a connection that breaks between two statements of a transaction fails only that transaction', async () => {
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

// A managed service does this before the disk is full; after a failover, connections lead to what is a standby by now.
test('while the database takes no writes, they are refused for now, reads go on, and it is known; then all works again by itself', async () => {
  const own = await startStack({ METRICS_TOKEN: 'a token for the metrics' })
  const person = await own.signIn('writer')
  const answers = async () => {
    const written = await person.call(profiles.dismissTip, { body: { tip: tips[0] } })
    const headers = { authorization: 'Bearer a token for the metrics' }
    return {
      write: [written.status, written.headers.get('retry-after')],
      read: (await person.call(profiles.own)).status,
      ready: (await person.fetch('/health/ready')).status,
      metric: /^ignite_ready \d$/m.exec(await (await person.fetch('/metrics', { headers })).text())![0],
    }
  }
  const database = new URL(own.databaseUrl).pathname.slice(1)
  const change = (to: string) => sql`alter database ${sql.id(database)} ${sql.raw(to)}`.execute(stack.db)
  const reconnect = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${database} and application_name = 'ignite'`.execute(stack.db)
  const well = { write: [200, null], read: 200, ready: 200, metric: 'ignite_ready 1' }
  expect(await answers()).toEqual(well)

  await change('set default_transaction_read_only = on')
  await reconnect()
  const refused = { write: [503, '2'], read: 200, ready: 200, metric: 'ignite_ready 0' }
  await eventually('writes are refused', async () => isDeepStrictEqual(await answers(), refused))

  await change('reset default_transaction_read_only')
  await eventually('all works again', async () => isDeepStrictEqual(await answers(), well))
  await own.close()
})

// Otherwise the rollback would wait as long again, and a call that fails after 6.5 s would take 13 (security D-2).
test.each(['select pg_sleep(60)', 'select pg_sleep(60), $1::text'])(
  'after a statement that is never answered, nobody waits for its connection: %s',
  async statement => {
    const pool = openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 1 }, { silenceMs: 1_000 })
    const client = await pool.connect()
    const values = statement.includes('$1') ? ['once'] : []
    await expect(client.query(statement, values)).rejects.toThrow('Query read timeout')
    await expect(client.query('rollback')).rejects.not.toThrow('Query read timeout')
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  },
)

test('a pool prepares its first 500 statements, however many another pool has', async () => {
  const preparedBy = async (statements: number) => {
    const pool = openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 1 })
    for (let n = 0; n < statements; n++) await pool.query(`select ${n} as n, $1::int as given`, [n])
    const { rows } = await pool.query('select count(*) as count from pg_prepared_statements')
    await pool.end()
    return rows[0].count
  }
  expect(await preparedBy(502)).toBe(500)
  expect(await preparedBy(2)).toBe(2)
})

// An upgrade adds columns while the servers of the last release still run.
test('after a migration adds columns, no statement or transaction of an old server fails', async () => {
  const db = openDatabase(openPool({ databaseUrl: stack.databaseUrl, databasePoolSize: 3 }))
  await sql`create table shelves (id int primary key, label text)`.execute(stack.db)
  await sql`insert into shelves values (1, 'maps')`.execute(stack.db)
  const read = (on: Database) => sql<{ label: string }>`select * from shelves where id = ${1}`.execute(on)
  const rename = (on: Database) =>
    sql`update shelves set label = ${'globes'} where id = ${1} returning *`.execute(on)
  const both = (trx: Database) => read(trx).then(() => rename(trx))
  // Each waits for the others, so that all three connections prepare everything.
  const everywhere = async (once: (on: Database) => Promise<unknown>, inTransaction: boolean) => {
    let ready = 0
    const all = Promise.withResolvers<void>()
    const begun = async (on: Database) => {
      if (++ready === 3) all.resolve()
      await all.promise
      return once(on)
    }
    const one = () =>
      inTransaction ? db.transaction().execute(trx => begun(trx)) : db.connection().execute(begun)
    await Promise.all([one(), one(), one()])
  }
  const migrate = (column: string) =>
    sql`alter table shelves add column ${sql.id(column)} int`.execute(stack.db)

  await everywhere(both, false)
  await migrate('height')
  await everywhere(both, false)
  await migrate('depth')
  await everywhere(both, true)
  await migrate('weight')
  await everywhere(read, true)
  await everywhere(both, false)
  expect((await read(db)).rows).toEqual([{ id: 1, label: 'globes', height: null, depth: null, weight: null }])
  await db.destroy()
})
