import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'

/** The zone in which a person sees times, if they set one. */
export async function zoneOf(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string | null }>`
    select coalesce(users.time_zone, schedules.time_zone) as zone
    from users left join schedules on schedules.user_id = users.id where users.id = ${userId}`.execute(db)
  return rows[0]?.zone ?? null
}

/**
 * Keeps the zone in which a person sees times as their own, if they have none: alerts, which no page shows, would tell them times in
 * UTC. Locks the person like any change of their profile; call it where `lockPeople` is called.
 */
export async function keepZone(trx: Trx, userId: string, zone: string): Promise<void> {
  await sql`
    update users set time_zone = ${zone} where id = ${userId} and time_zone is null
      and not exists (select from schedules where user_id = users.id)`.execute(trx)
}
