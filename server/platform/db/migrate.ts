import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, '../../migrations')

/**
 * Migrates the database to server/migrations, forward only, each file once and in order. Several servers may
 * start at once: the migrator waits on an advisory lock.
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find(result => result.status === 'Error')
  throw new Error(failed ? `Migration ${failed.migrationName} failed` : 'The database can’t be migrated', {
    cause: error,
  })
}

async function readMigrations() {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async file => {
      const text = await readFile(join(folder, file), 'utf8')
      const up = async (db: Kysely<unknown>) => {
        await sql.raw(text).execute(db)
      }
      return [file.replace(/\.sql$/, ''), { up }] as const
    }),
  )
  return Object.fromEntries(migrations)
}
