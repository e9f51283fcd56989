import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase, emptyDatabase } from '../../../test/harness/databases.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, migratorOf } from './migrate.ts'
import { openPool } from './pool.ts'

/** The database's last migration. Two are still to run, and the first of them changes a table. */
const before = '0049_page_pictures'
const [first, second] = ['0050_numbered_passages', '0051_compounds_in_questions']

test('each migration of an upgrade is committed before the next begins', async () => {
  const db = await databaseAt(before)
  await migrate(db)
  const { rows } = await sql`
    select name, count(*) over (partition by xmin::text)::int as together from kysely_migration
    where name >= ${first} order by name`.execute(db)
  expect(rows.slice(0, 2)).toEqual([
    { name: first, together: 1 },
    { name: second, together: 1 },
  ])
})

test('a migration gives up soon when somebody keeps using its table, and runs at the next start', async () => {
  const db = await databaseAt(before)
  await db.transaction().execute(async trx => {
    // As a backup does for as long as it takes.
    await sql`lock table assistant.passages in access share mode`.execute(trx)
    const migrating = migrate(db)
    await expect(migrating).rejects.toThrow(`Migration ${first} failed`)
    await expect(migrating).rejects.toMatchObject({ cause: { code: '55P03' } })
    await sql`select from assistant.passages`.execute(trx)
  })
  await migrate(db)
  const { rows } = await sql`select name from kysely_migration where name >= ${first} order by name`.execute(
    db,
  )
  expect(rows.slice(0, 2)).toEqual([{ name: first }, { name: second }])
})

test('an older version says that a newer one has migrated the database, and by which migration', async () => {
  const db = await databaseAt(before)
  await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', ${new Date().toISOString()})`.execute(
    db,
  )
  const migrating = migrate(db)
  await expect(migrating).rejects.toThrow('If a newer version has already migrated it, start that one')
  await expect(migrating).rejects.toMatchObject({
    cause: { message: expect.stringContaining('9999_of_tomorrow') },
  })
})

async function databaseAt(migration: string): Promise<Database> {
  const databaseUrl = await emptyDatabase(inject('postgresUrl'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 3 }))
  onTestFinished(async () => {
    await db.destroy()
    await dropDatabase(databaseUrl)
  })
  const { error } = await migratorOf(db).migrateTo(migration)
  expect(error).toBeUndefined()
  return db
}
