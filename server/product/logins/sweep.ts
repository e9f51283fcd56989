import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Every night, what has ended is forgotten: who was signed in where is nobody's business afterwards. */
export function defineSweep({ jobs, db, now }: Pick<Deps, 'jobs' | 'db' | 'now'>): void {
  jobs.define('sweep-logins', { every: '17 3 * * *', run: () => sweepLogins(db, now()) })
}

/** Removes logins and sign-ins that have ended. */
export async function sweepLogins(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`delete from logins where expires_at < ${now}`.execute(db)
  await sql`delete from login_verifications where expires_at < ${now}`.execute(db)
}
