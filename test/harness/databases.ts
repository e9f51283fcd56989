import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { allowNewTables, allowRunning } from '#server/platform/db/running-role.ts'
import { runner, runnerOf } from '../../local/postgres/runner.ts'
import { databaseZone } from './zone.ts'

const template = 'ignite_template'

/** The address of another database on the same server. */
function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates the migrated database that `cloneDatabase` copies: copying takes a fraction of the time of
 * migrating.
 */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `alter role current_user set timezone to '${databaseZone}'`)
  await administer(serverUrl, `create database ${template}`)
  const url = databaseUrl(serverUrl, template)
  const db = openDatabase(openPool({ databaseUrl: url, databasePoolSize: 2 }))
  await allowNewTables(db, runner)
  await migrate(url)
  await allowRunning(db, runner)
  await db.destroy()
  const boss = new PgBoss({
    connectionString: runnerOf(url),
    supervise: false,
    schedule: false,
    createSchema: false,
  })
  await boss.start()
  await boss.stop({ graceful: false, close: true })
}

/** A new migrated database; returns its address. */
export async function cloneDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // As files: page by page through the log, which is the default, takes three times as long.
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return databaseUrl(serverUrl, name)
}

/** A new database without tables; returns its address. */
export async function emptyDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(serverUrl, `create database ${name}`)
  return databaseUrl(serverUrl, name)
}

/** Removes it, or its vacuuming and its unwritten pages would slow down the files that follow. */
export async function dropDatabase(url: string): Promise<void> {
  const drop = `drop database ${new URL(url).pathname.slice(1)}`
  const server = databaseUrl(url, 'postgres')
  await administer(server, `${drop} with (force)`).catch((error: pg.DatabaseError) => {
    // Only a superuser may end an automatic vacuum. Without force, PostgreSQL asks it to end and waits for it.
    if (error.code !== '42501') throw error
    return administer(server, drop)
  })
}
