import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { allowRunning } from '#server/platform/db/running-role.ts'
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

/** Makes the migrated database that `cloneDatabase` copies: copying takes a fraction of migrating. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `alter role current_user set timezone to '${databaseZone}'`)
  await administer(serverUrl, `create database ${template}`)
  const url = databaseUrl(serverUrl, template)
  const db = openDatabase(openPool({ databaseUrl: url, databasePoolSize: 2 }))
  await migrate(db)
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

/** A fresh migrated database of its own; answers its address. */
export async function cloneDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // As files: page by page through the log, which is the default, it takes three times as long.
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  return databaseUrl(serverUrl, name)
}

/** Removes it, or its vacuuming and its unwritten pages would slow down the files that follow. */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url)
  await administer(databaseUrl(url, 'postgres'), `drop database ${pathname.slice(1)} with (force)`)
}
