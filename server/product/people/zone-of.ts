import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** The zone in which a person sees times, if they set one. */
export async function zoneOf(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`
    select coalesce(users.time_zone, schedules.time_zone) as zone
    from users left join schedules on schedules.user_id = users.id where users.id = ${userId}`.execute(db)
  return rows[0]?.zone ?? null
}
