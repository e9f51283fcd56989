import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, emptyDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, migratorOf } from './migrate.ts'
import { openPool } from './pool.ts'

/** The database's last migration. Two are still to run, and the first of them changes a table. */
const before = '0049_page_pictures'
const [first, second] = ['0050_numbered_passages', '0051_compounds_in_questions']

test('each migration of an upgrade is committed before the next begins', async () => {
  const { db, databaseUrl } = await databaseAt(before)
  await migrate(databaseUrl)
  const { rows } = await sql`
    select name, count(*) over (partition by xmin::text)::int as together from kysely_migration
    where name >= ${first} order by name`.execute(db)
  expect(rows.slice(0, 2)).toEqual([
    { name: first, together: 1 },
    { name: second, together: 1 },
  ])
})

test('a migration gives up soon when somebody keeps using its table, and runs at the next start', async () => {
  const { db, databaseUrl } = await databaseAt(before)
  await db.transaction().execute(async trx => {
    // As a backup does for as long as it takes.
    await sql`lock table assistant.passages in access share mode`.execute(trx)
    const migrating = migrate(databaseUrl)
    await expect(migrating).rejects.toThrow(`Migration ${first} failed`)
    await expect(migrating).rejects.toMatchObject({ cause: { code: '55P03' } })
    await sql`select from assistant.passages`.execute(trx)
  })
  await migrate(databaseUrl)
  const { rows } = await sql`select name from kysely_migration where name >= ${first} order by name`.execute(
    db,
  )
  expect(rows.slice(0, 2)).toEqual([{ name: first }, { name: second }])
})

test('migrating has as much time as it takes, also to wait for another server that migrates', async () => {
  const { db, databaseUrl } = await databaseAt(before)
  await sql.raw(noticeLimits).execute(db)
  await db.connection().execute(async other => {
    // As Kysely does.
    await sql`select pg_advisory_lock(3853314791062309107)`.execute(other)
    const migrating = migrate(databaseUrl)
    await eventually('it waits', async () => {
      const { rows } = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db)
      return rows.length > 0
    })
    await sql`select pg_advisory_unlock(3853314791062309107)`.execute(other)
    await migrating
  })
  const { rows } = await sql`select distinct statement_timeout, lock_timeout from noticed`.execute(db)
  expect(rows).toEqual([{ statement_timeout: '0', lock_timeout: '3s' }])
})

/** Notices the limits of each migration. */
const noticeLimits = `
  create table noticed (statement_timeout text, lock_timeout text);
  create function notice() returns trigger language plpgsql as $$ begin
    insert into noticed values (current_setting('statement_timeout'), current_setting('lock_timeout'));
    return new;
  end $$;
  create trigger notice before insert on kysely_migration for each row execute function notice()`

test('an older version says that a newer one has migrated the database, and by which migration', async () => {
  const { db, databaseUrl } = await databaseAt(before)
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', ${new Date().toISOString()})`.execute(
    db,
  )
  const migrating = migrate(databaseUrl)
  await expect(migrating).rejects.toThrow('If a newer version has already migrated it, start that one')
  await expect(migrating).rejects.toMatchObject({
    cause: { message: expect.stringContaining('9999_of_tomorrow') },
  })
})

async function databaseAt(migration: string): Promise<{ db: Database; databaseUrl: string }> {
  const databaseUrl = await emptyDatabase(inject('postgresUrl'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 3 }))
  onTestFinished(async () => {
    await db.destroy()
    await dropDatabase(databaseUrl)
  })
  const { error } = await migratorOf(db).migrateTo(migration)
  expect(error).toBeUndefined()
  return { db, databaseUrl }
}
