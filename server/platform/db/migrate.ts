import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type MigrationResultSet, Migrator } from 'kysely/migration'
import { type Database, openDatabase } from './database.ts'
import { openPool } from './pool.ts'

const folder = join(import.meta.dirname, '../../migrations')

/**
 * Migrates the database to server/migrations, forward only, each file once and in order. Several servers may
 * start at once: the migrator waits on an advisory lock.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  // A single connection, so that its setting holds for all that follows.
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  try {
    // The limit is meant for requests. A large table takes longer, and so does another server that migrates.
    await sql`set statement_timeout = 0`.execute(db)
    const migrator = migratorOf(db)
    const isNew = (await migrator.getMigrations()).every(({ executedAt }) => !executedAt)
    // Nobody uses an empty database yet, so one transaction may hold all locks, which is faster.
    if (isNew) finish(await migrator.migrateToLatest())
    // Each in a transaction of its own, or people would wait for the locks of the first until the last is done.
    else while (finish(await migrator.migrateUp()) > 0);
  } finally {
    await db.destroy()
  }
}

/** For tests that stop at a certain migration; everything else calls `migrate`. */
export function migratorOf(db: Database): Migrator {
  // The migrator asks for them at each step.
  const migrations = readMigrations()
  return new Migrator({ db, provider: { getMigrations: () => migrations } })
}

const unfit =
  'The database can’t be migrated. If a newer version has already migrated it, start that one: see Rollback in docs/operations.md'

/** How many ran. */
function finish({ error, results = [] }: MigrationResultSet): number {
  if (!error) return results.length
  const failed = results.find(result => result.status === 'Error')
  throw new Error(failed ? `Migration ${failed.migrationName} failed` : unfit, { cause: error })
}

async function readMigrations() {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async file => {
      const text = await readFile(join(folder, file), 'utf8')
      const up = async (db: Kysely<unknown>) => {
        // While we wait for a table's lock, all later queries of it queue behind us. So we give up soon.
        await sql`set local lock_timeout = '3s'`.execute(db)
        await sql.raw(text).execute(db)
      }
      return [file.replace(/\.sql$/, ''), { up }] as const
    }),
  )
  return Object.fromEntries(migrations)
}
