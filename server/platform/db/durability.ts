import { sql } from 'kysely'
import { ConfigError } from '#server/config/config.ts'
import type { Database } from './database.ts'

/**
 * Refuses a database that acknowledges writes before they are durable: after a crash, acknowledged money
 * could be gone.
 */
export async function requireDurable(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(
    db,
  )
  if (rows.length === 0) return
  throw new ConfigError(rows.map(({ name }) => `DATABASE_URL: PostgreSQL runs with ${name} = off`))
}
