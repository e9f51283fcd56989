import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { runner, runnerOf } from '../../../local/postgres/runner.ts'
import { bareServer } from '../../../test/harness/bare-server.ts'
import { cloneDatabase, dropDatabase, emptyDatabase } from '../../../test/harness/databases.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { type Database, openDatabase } from './database.ts'
import { migratorOf } from './migrate.ts'
import { openPool } from './pool.ts'
import { runningRole } from './running-role.ts'

let stack: Stack
let running: Database
beforeAll(async () => {
  stack = await startStack()
  running = openDatabase(openPool({ databaseUrl: runnerOf(stack.databaseUrl), databasePoolSize: 1 }))
})
afterAll(async () => {
  await running?.destroy()
  await stack?.close()
})

const notAllowed = '42501'

test('the server runs as a role that owns none of its tables', async () => {
  const { rows } = await sql`
    select distinct usename from pg_stat_activity where datname = current_database() and application_name like 'ignite%'
      and pid <> pg_backend_pid() and usename <> 'ignite'`.execute(stack.db)
  expect(rows).toEqual([{ usename: runner }])
  expect(await runningRole(running)).toEqual({ name: runner, owns: false })
  const { rows: owned } = await sql`
    select oid::regclass as name from pg_class
    where relowner = ${runner}::regrole and relnamespace <> 'pgboss'::regnamespace and relnamespace::regnamespace::text !~ '^pg_'`.execute(
    stack.db,
  )
  expect(owned).toEqual([])
})

test.each(['audit_entries', 'ledger_transactions', 'ledger_entries', 'wallet_lines'])(
  'it can add to %s, but neither change nor empty it, nor switch off its guards',
  async table => {
    const { rows } = await sql<{ column: string; trigger: string }>`
      select attname as column, tgname as trigger from pg_attribute, pg_trigger
      where attrelid = ${table}::regclass and attnum = 1 and tgrelid = attrelid and tgname like '%\_stay'`.execute(
      stack.db,
    )
    const { column, trigger } = rows[0]!
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger ${trigger}`,
      `alter table ${table} disable trigger all`,
      `drop trigger ${trigger} on ${table}`,
      `alter table ${table} owner to ${runner}`,
      `drop table ${table} cascade`,
    ]) {
      const refused = await sql
        .raw(statement)
        .execute(running)
        .then(
          () => 'done',
          ({ code }) => code,
        )
      expect([statement, refused]).toEqual([statement, notAllowed])
    }
    const { rows: rights } = await sql`
      select has_table_privilege(${table}, 'insert') as adds, has_table_privilege(${table}, 'select') as reads`.execute(
      running,
    )
    expect(rights).toEqual([{ adds: true, reads: true }])
  },
)

test.each([
  'set role ignite',
  'set session authorization ignite',
  'set session_replication_role = replica',
  'alter table ledger_accounts disable trigger all',
  'truncate ledger_accounts cascade',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'create table public.mine (id int)',
  'create schema mine',
  "insert into kysely_migration (name, timestamp) values ('9999_mine', '')",
])('it may not %s', async statement => {
  await expect(sql.raw(statement).execute(running)).rejects.toMatchObject({ code: notAllowed })
})

test('a server of the last release may use what a new one has migrated so far', async () => {
  const { db, old, start } = await databaseAt('0067_left_logins')
  await db.transaction().execute(async trx => {
    // As a backup does for as long as it takes.
    await sql`lock table assistant.exchanges in access share mode`.execute(trx)
    await expect(start()).rejects.toThrow('Migration 0073_exchanges_of_documents failed')
  })
  // As a new trigger does when an old server decides a report.
  await sql`delete from reported_posts`.execute(old)
})

test('a start puts right which tables and sequences the role may use, and which it may only add to', async () => {
  const databaseUrl = await cloneDatabase(inject('postgresUrl'))
  const { db, old, start } = await rolesOf(databaseUrl)
  await sql`grant update, delete on wallet_lines to ${sql.id(runner)}`.execute(db)
  await (await start()).close()
  await expect(sql`delete from wallet_lines`.execute(old)).rejects.toMatchObject({ code: notAllowed })
  await sql`create sequence numbers`.execute(db)
  await sql`revoke all on sequence numbers from ${sql.id(runner)}`.execute(db)
  await (await start()).close()
  await sql`select nextval('numbers')`.execute(old)
})

test('a single role can be split later, and the new one takes over the jobs', async () => {
  const databaseUrl = await cloneDatabase(inject('postgresUrl'))
  const folder = await mkdtemp(join(tmpdir(), 'ignite-roles-'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  // One role creates everything.
  await sql`drop schema pgboss cascade`.execute(db)
  await sql
    .raw(`revoke all on all tables in schema public, chat, assistant, platform from ${runner}`)
    .execute(db)
  const alone = await bareServer(
    databaseUrl,
    folder,
    {},
    { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '' },
  )
  expect((await fetch(`${alone.url}/health/ready`)).status).toBe(200)
  expect((await runningRole(db)).owns).toBe(true)
  await alone.close()
  const ownersOfJobs = sql<{ owner: string }>`
    select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'pgboss'::regnamespace`
  expect((await ownersOfJobs.execute(db)).rows).toEqual([{ owner: 'ignite' }])
  // Two at once, as behind a load balancer.
  const both = await Promise.all([bareServer(databaseUrl, folder), bareServer(databaseUrl, folder)])
  for (const { url } of both) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  expect((await ownersOfJobs.execute(db)).rows).toEqual([{ owner: runner }])
  for (const { close } of both) await close()
  const boss = new PgBoss({ connectionString: runnerOf(databaseUrl), supervise: false, createSchema: false })
  await boss.start()
  expect((await boss.getQueues()).length).toBeGreaterThan(0)
  await boss.stop()
  await db.destroy()
  await rm(folder, { recursive: true })
})

/** A database that no server has started on, as an owner's migrations up to this one leave it. */
async function databaseAt(migration: string) {
  const roles = await rolesOf(await emptyDatabase(inject('postgresUrl')))
  const { error } = await migratorOf(roles.db).migrateTo(migration)
  expect(error).toBeUndefined()
  return roles
}

/** A database as its owner, `old` as the running role, and a server that starts on it. */
async function rolesOf(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'ignite-roles-'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 2 }))
  const old = openDatabase(openPool({ databaseUrl: runnerOf(databaseUrl), databasePoolSize: 1 }))
  onTestFinished(async () => {
    await old.destroy()
    await db.destroy()
    await dropDatabase(databaseUrl)
    await rm(folder, { recursive: true })
  })
  return { db, old, start: () => bareServer(databaseUrl, folder) }
}
