import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * When PostgreSQL last handed a piece of its log to the archive, or when it started if it never did. Undefined if it
 * keeps no archive.
 */
export async function lastArchived(db: Database): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ at: Temporal.Instant }>`
    select coalesce(last_archived_time, pg_postmaster_start_time()) as at
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0]?.at
}
