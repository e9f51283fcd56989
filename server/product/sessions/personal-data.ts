import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import type { ExportList } from '../people/export-list.ts'

export const sessionList: ExportList = {
  file: 'sessions.json',
  about: 'the group sessions you planned, with the times at which they took place or will',
  query: userId => sql`
    select id, title, description, time_zone, starts_on::text, start_time, minutes,
      round(rate_cents / 100.0, 2)::text as hourly_rate_usd, location, capacity, repeat_days, repeat_until::text,
      skipped_days::text[], created_at, deleted_at,
      array(select crn || '-' || sections.title from session_sections join sections on sections.id = section_id
        where session_id = sessions.id order by crn) as crns,
      (select coalesce(json_agg(json_build_object('starts_at', starts_at, 'ends_at', ends_at, 'state', state, 'remarks', remarks)
        order by starts_at), '[]') from occurrences where session_id = sessions.id) as occurrences
    from sessions where owner_id = ${userId} order by id`,
}

/** The sessions stay without words, since others have places in them; their bookings keep the titles. */
export async function forgetSessionWords(trx: Trx, userId: string): Promise<void> {
  await sql`update occurrences set remarks = null from sessions
    where sessions.id = session_id and owner_id = ${userId} and remarks is not null`.execute(trx)
  await sql`update sessions set title = 'A deleted session', description = 'Deleted with its owner’s account.', location = null
    where owner_id = ${userId}`.execute(trx)
}
