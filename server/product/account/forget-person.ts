import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { endEnrolments } from '../enrolments/end-enrolments.ts'

/**
 * Takes from the database what says who a person is and what only they used, hides their posts, and leaves a row without a
 * name. Done again, it takes what came since.
 */
export async function forgetPerson(trx: Trx, userId: string, now: Temporal.Instant): Promise<void> {
  const nobody = `deleted+${userId}@ignite.invalid`
  // Who writes with the same address without signing in is the same person, or pretends to be.
  await sql`update support_messages set user_id = null, name = ${deletedName}, email = ${nobody}
    where user_id = ${userId} or email = (select email from users where id = ${userId} and email_verified)`.execute(
    trx,
  )
  await holdNames(trx, userId, now)
  await sql`delete from username_claims where username in (
    select username from users where id = ${userId}
    union all select username from former_usernames where user_id = ${userId})`.execute(trx)
  await endEnrolments(trx, userId)
  await sql`select forget_dialogues(${userId}::uuid)`.execute(trx)
  await sql`delete from meeting_messages where author_id = ${userId}`.execute(trx)
  await sql`delete from follows where ${userId} in (follower_id, followed_id)`.execute(trx)
  await sql`delete from blocks where ${userId} in (blocker_id, blocked_id)`.execute(trx)
  // The author's counts stay true; which visit it was, and from where, goes.
  await sql`update document_views set visit_id = null, referrer = null where viewer_id = ${userId}`.execute(
    trx,
  )
  // What is decided needs no reporter any more; what is open must still be looked at.
  await sql`delete from reports where reporter_id = ${userId} and state <> 'open'`.execute(trx)
  await sql`update reports set reporter_id = null where reporter_id = ${userId}`.execute(trx)
  await sql`
    update reports set person_was = jsonb_build_object('name', name, 'username', username,
      'email', case when email_verified then email end)
    from users where users.id = person_id and person_id = ${userId} and state = 'open' and deleted_at is null`.execute(
    trx,
  )
  await forgetReported(trx, sql`= ${userId}`)
  await sql`update bookings set message = null where student_id = ${userId} and message is not null`.execute(
    trx,
  )
  // Remarks are the tutor's, or of who cancelled.
  await sql`update bookings set remarks = null
    where (tutor_id = ${userId} or cancelled_by = ${userId}) and remarks is not null`.execute(trx)
  await sql`update occurrences set remarks = null from sessions
    where sessions.id = session_id and owner_id = ${userId} and remarks is not null`.execute(trx)
  // Others have places in them; what they were called stands in their bookings.
  await sql`update sessions set title = 'A deleted session', description = 'Deleted with its owner’s account.', location = null
    where owner_id = ${userId}`.execute(trx)
  // Of a meeting's board others keep their half.
  await sql`delete from boards where owner_id = ${userId} and booking_id is null and occurrence_id is null`.execute(
    trx,
  )
  await sql`update posts set author_suspended = true where author_id = ${userId} and not author_suspended`.execute(
    trx,
  )
  await sql`update users set
      name = ${deletedName}, email = ${nobody}, email_verified = false,
      username = case when deleted_at is null then ${`deleted-${token()}`} else username end,
      image = null, picture_id = null, designation = null, college = null, description = null,
      hourly_rate_cents = null, time_zone = null, theme = 'system', dismissed_tips = '{}', welcomed_at = null,
      updated_at = ${now}, deleted_at = coalesce(deleted_at, ${now})
    where id = ${userId}`.execute(trx)
  // A payout can still come back, so that there was an account stays; whose bank it was goes.
  await sql`update payout_accounts set bank_name = null, bank_last4 = null, requirements = '{}'
    where user_id = ${userId}`.execute(trx)
  // Last, as the name just given up stands there too.
  for (const table of ownTables) {
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(trx)
  }
}

/**
 * Takes from decided reports what they kept of people who have left, by a condition on their ids. What is open must still be looked
 * at as it was: whoever threatens somebody and leaves is found in it until then.
 */
export async function forgetReported(trx: Database, whose: RawBuilder<unknown>): Promise<void> {
  await sql`update reports set person_was = null, post_title = case when post_title is not null then 'A deleted post' end
    where person_id ${whose} and state <> 'open' and (person_was is not null or post_title <> 'A deleted post')`.execute(
    trx,
  )
  await sql`delete from reported_files using reported_messages message, reports
    where message.report_id = reported_files.report_id and message.seq = reported_files.seq
      and author_id ${whose} and reports.id = message.report_id and state <> 'open'`.execute(trx)
  await sql`update reported_messages set text = null from reports
    where author_id ${whose} and reports.id = report_id and state <> 'open' and text is not null`.execute(trx)
}

/** Keeps a person's names from others for as long as those that are changed, and tells nobody whose they were. */
async function holdNames(trx: Trx, userId: string, at: Temporal.Instant): Promise<void> {
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
}

const deletedName = 'Deleted account'

const ownTables = [
  'logins',
  'login_accounts',
  'former_usernames',
  'saved_posts',
  'classes',
  'highlights',
  'reading_positions',
  'schedules',
  'alerts',
  'alert_choices',
] as const

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

function token(): string {
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
