import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Decision } from '#shared/api/admin.ts'

const keptDays = 90
const most = 50

/** Recent operator decisions about a person and their posts, newest first. One query. */
export async function decisionsAbout(
  db: Database,
  personId: string,
  now: Temporal.Instant,
): Promise<Decision[]> {
  const since = now.subtract({ hours: 24 * keptDays })
  const entries = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', sql<Decision['action']>`action`.as('action'), 'post_id', 'post_title', 'reason'])
    .where('person_id', '=', personId)
    .where('report_id', 'is', null)
    .where('booking_id', 'is', null)
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return entries.map(({ at, ...entry }) => ({ ...entry, date: isoTime(at) }))
}
