import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { deletedEmail, deletedName } from '../people/deleted-person.ts'
import type { ExportList } from '../people/export-list.ts'

export const profileList: ExportList = {
  file: 'profile.json',
  about: 'who you are on Ignite, and the ways you sign in',
  query: userId => sql`
    select name, email, username, designation, college, description,
      round(hourly_rate_cents / 100.0, 2)::text as hourly_rate_usd, time_zone, theme, created_at, welcomed_at,
      dismissed_tips, image as picture_at_provider,
      array(select username::text from former_usernames where user_id = users.id order by given_up_at) as former_usernames,
      (select coalesce(json_agg(json_build_object('provider', provider_id, 'since', created_at) order by created_at), '[]')
       from login_accounts where user_id = users.id) as signs_in_with
    from users where id = ${userId}`,
}

export const classList: ExportList = {
  file: 'classes.json',
  about: 'the classes you list',
  query: userId => sql`
    select crn, sections.title, courses.code as course, schools.name as school, terms.name as term, classes.created_at as since
    from classes join sections on sections.id = section_id join courses on courses.id = course_id
      join terms on terms.id = term_id join schools on schools.id = terms.school_id
    where user_id = ${userId} order by classes.created_at`,
}

/** Reserves a person's names for as long as changed ones, without storing whose they were. */
export async function holdNames(trx: Trx, userId: string, at: Temporal.Instant): Promise<void> {
  await sql`
    insert into held_usernames (name_hash, given_up_at)
    select username_hash(username), max(given_up_at) from (
      select username, ${at}::timestamptz as given_up_at from users where id = ${userId} and deleted_at is null
      union all
      select username, given_up_at from former_usernames where user_id = ${userId} and username::text !~ '^deleted-'
    ) names group by 1
    on conflict (name_hash) do update set given_up_at = greatest(held_usernames.given_up_at, excluded.given_up_at)`.execute(
    trx,
  )
  await sql`delete from username_claims where username in (
    select username from users where id = ${userId}
    union all select username from former_usernames where user_id = ${userId})`.execute(trx)
}

/** A row without a name stays, so that references to it still work. */
export async function forgetProfile(trx: Trx, userId: string, now: Temporal.Instant): Promise<void> {
  await sql`update users set
      name = ${deletedName}, email = ${deletedEmail(userId)}, email_verified = false, email_refused_at = null,
      username = case when deleted_at is null then ${`deleted-${token()}`} else username end,
      image = null, picture_id = null, designation = null, college = null, description = null,
      hourly_rate_cents = null, time_zone = null, theme = 'system', dismissed_tips = '{}', welcomed_at = null,
      updated_at = ${now}, deleted_at = coalesce(deleted_at, ${now})
    where id = ${userId}`.execute(trx)
  // After the name that was just given up is there too.
  await sql`delete from former_usernames where user_id = ${userId}`.execute(trx)
  await sql`delete from classes where user_id = ${userId}`.execute(trx)
  await sql`delete from highlights where user_id = ${userId}`.execute(trx)
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function token(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
