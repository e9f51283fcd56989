import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'

/**
 * Deletes ended logins: it is nobody's business afterwards who was signed in where. Every minute, since a login's live
 * connections end with its row (migration 0018).
 */
export function defineSweep({ jobs, db, now }: Pick<Deps, 'jobs' | 'db' | 'now'>): void {
  jobs.define('sweep-logins', { every: '* * * * *', run: () => sweepLogins(db, now()) })
}

/** Removes ended logins and sign-ins. */
export async function sweepLogins(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`delete from logins where expires_at < ${now}`.execute(db)
  // The sign-in library measures a sign-in by the machine's clock.
  await sql`delete from login_verifications where expires_at < clock_timestamp()`.execute(db)
}
