import { sql } from 'kysely'
import { ConfigError } from '#server/config.ts'
import type { Database } from './database.ts'

/** Refuses a database that says a write is kept before it is: with one, money that was acknowledged can be gone after a crash. */
export async function requireDurable(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(
    db,
  )
  if (rows.length === 0) return
  throw new ConfigError(rows.map(({ name }) => `DATABASE_URL: PostgreSQL runs with ${name} = off`))
}
