import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { type DocumentType, nameWithExtension } from '#shared/domain/file-types.ts'
import type { KnownKinds } from '../alerts/kind.ts'
import { type AlertRow, inWords, zoneOf } from '../alerts/queries.ts'
import { entryPath } from './archive.ts'

type Row = Record<string, unknown>
type ContentDeps = { db: Database; alertKinds: KnownKinds }

/** What of a person's stands in a list of their archive, under the names of the product and never by another's id. */
type List = {
  file: string
  about: string
  query: (userId: string) => RawBuilder<Row>
  /** What the archive has of the rows, where that isn't the rows themselves. */
  read?: (deps: ContentDeps, userId: string, rows: Row[]) => Promise<Row[]>
}

/** The lists of an archive, each a JSON file. */
export const lists: readonly List[] = [
  {
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
  },
  {
    file: 'logins.json',
    about: 'the browsers you are signed in with',
    query: userId => sql`
      select created_at as signed_in_at, updated_at as last_renewed_at, expires_at, user_agent as browser
      from logins where user_id = ${userId} order by created_at`,
  },
  {
    file: 'posts.json',
    about: 'what you posted; the documents are in the folder documents',
    query: userId => sql`
      select posts.id, posts.title, details, courses.code as course, courses.title as course_title, crn,
        schools.name as school, terms.name as term, posts.created_at, hidden_at, hidden_reason,
        highlights.place as place_on_profile, files.pages,
        (select count(*) from document_views where post_id = posts.id) as views,
        files.id as document_id, files.name as document_name, files.type as document_type
      from posts join courses on courses.id = posts.course_id join sections on sections.id = section_id
        join terms on terms.id = term_id join schools on schools.id = terms.school_id
        join files on files.id = document_id left join highlights on highlights.post_id = posts.id
      where author_id = ${userId} order by posts.id`,
  },
  {
    file: 'saved-posts.json',
    about: 'the posts you saved, with your notes',
    query: userId => sql`
      select post_id, title, username as author, notes, saved_posts.created_at as saved_at
      from saved_posts join posts on posts.id = post_id join users on users.id = author_id
      where user_id = ${userId} order by saved_posts.created_at`,
  },
  {
    file: 'bookings.json',
    about: 'what you booked and what was booked with you, and what was paid and came back',
    query: userId => sql`
      select bookings.id, topic, case when tutor_id = ${userId} then 'tutor' else 'student' end as your_side,
        other.username as with, starts_at, ends_at, bookings.state, round(bookings.amount_cents / 100.0, 2)::text as amount_usd,
        (select round(sum(refunds.amount_cents) / 100.0, 2)::text from refunds
          where payment_id = payments.id and refunds.state <> 'void') as refunded_usd,
        paid_at, case when student_id = ${userId} then message end as your_message, remarks, bookings.created_at,
        case when student_id = ${userId} then student_terms_version else tutor_terms_version end as terms_you_agreed_to
      from bookings join payments on payments.booking_id = bookings.id
        join users other on other.id = case when tutor_id = ${userId} then student_id else tutor_id end
      where ${userId} in (tutor_id, student_id) and (student_id = ${userId} or payments.state = 'paid')
      order by bookings.id`,
  },
  {
    file: 'sessions.json',
    about: 'the group sessions you planned, with the times at which they took place or will',
    query: userId => sql`
      select id, title, description, time_zone, starts_on::text, start_time, minutes,
        round(rate_cents / 100.0, 2)::text as hourly_rate_usd, location, capacity, repeat_days, repeat_until::text,
        skipped_days::text[], created_at, deleted_at,
        array(select crn || '-' || sections.title from session_sections join sections on sections.id = section_id
          where session_id = sessions.id order by crn) as crns,
        (select coalesce(json_agg(json_build_object('starts_at', starts_at, 'ends_at', ends_at, 'state', state)
          order by starts_at), '[]') from occurrences where session_id = sessions.id) as occurrences
      from sessions where owner_id = ${userId} order by id`,
  },
  {
    file: 'enrolments.json',
    about: 'the group sessions you are enrolled in',
    query: userId => sql`
      select session_id, title, users.username as taught_by, enrolments.created_at as since
      from enrolments join sessions on sessions.id = session_id join users on users.id = owner_id
      where person_id = ${userId} order by enrolments.created_at`,
  },
  {
    file: 'invitations.json',
    about: 'your invitations to group sessions, and those you sent',
    query: userId => sql`
      select session_id, title, case when owner_id = ${userId} then 'sent' else 'received' end as direction,
        other.username as with, state, invitations.created_at, decided_at
      from invitations join sessions on sessions.id = session_id
        join users other on other.id = case when owner_id = ${userId} then person_id else owner_id end
      where ${userId} in (owner_id, person_id) order by invitations.id`,
  },
  {
    file: 'meetings.json',
    about: 'when you were in meetings, and what you wrote beside them',
    query: userId => sql`
      select coalesce(booking_id, occurrence_id) as meeting, joined_at as at, left_at as until, null as wrote
      from attendances where person_id = ${userId}
      union all
      select coalesce(booking_id, occurrence_id), sent_at, null, text
      from meeting_messages join meeting_rooms on meeting_rooms.id = room_id where author_id = ${userId}
      order by at`,
  },
  {
    file: 'problem-reports.json',
    about: 'the problems you reported with meetings, and what was decided',
    query: userId => sql`
      select booking_id, topic, reason, details, booking_problems.created_at, outcome, answer, settled_at
      from booking_problems join bookings on bookings.id = booking_id
      where student_id = ${userId} order by booking_problems.created_at`,
  },
  {
    file: 'wallet.json',
    about: 'when your wallet was made and its terms agreed to, and what is in it',
    query: userId => sql`
      select created_at, terms_version, agreed_at,
        (select coalesce(json_object_agg(kind, round(balance_cents / 100.0, 2)::text), '{}') from ledger_accounts
         where owner_id = wallets.user_id and kind <> 'connected') as balances_usd
      from wallets where user_id = ${userId}`,
  },
  {
    file: 'transactions.json',
    about: 'what you paid, got and withdrew',
    query: userId => sql`
      select at, moved.kind, round(lines.amount_cents / 100.0, 2)::text as amount_usd, lines.of as moved_your, topic,
        other.username as with, moved.booking_id, withdrawal_id
      from wallet_lines lines join ledger_transactions moved on moved.id = transaction_id
        left join users other on other.id = counterpart_id left join bookings on bookings.id = moved.booking_id
      where person_id = ${userId} order by transaction_id`,
  },
  {
    file: 'withdrawals.json',
    about: 'what you sent to your bank account',
    query: userId => sql`
      select id, round(amount_cents / 100.0, 2)::text as amount_usd, state, failure, created_at, done_at
      from withdrawals where user_id = ${userId} order by created_at`,
  },
  {
    file: 'payout-account.json',
    about: 'your account at the payment provider',
    query: userId => sql`
      select account_id as named_there, country, currency, holder_type, details_submitted, transfers_active, payouts_enabled,
        requirements as still_asked_for, bank_name, bank_last4, created_at, updated_at
      from payout_accounts where user_id = ${userId}`,
  },
  {
    file: 'schedule.json',
    about: 'when you can be booked',
    query: userId => sql`
      select time_zone,
        (select json_agg(json_build_object('day', day, 'from', start_time, 'to', end_time) order by day, start_time)
         from schedule_ranges where user_id = schedules.user_id) as hours,
        (select json_agg(json_build_object('date', date, 'hours', ranges) order by date)
         from day_exceptions where user_id = schedules.user_id) as other_hours
      from schedules where user_id = ${userId}`,
  },
  {
    file: 'boards.json',
    about: 'your boards, with what is drawn on them; without their pictures',
    query: userId => sql`
      select id, title, coalesce(booking_id, occurrence_id) as meeting_id, created_at, updated_at, deleted_at,
        (select coalesce(jsonb_agg(data order by data->>'index' collate "C"), '[]') from board_elements
         where board_id = boards.id and not deleted) as elements
      from boards where owner_id = ${userId} order by id`,
  },
  {
    file: 'alerts.json',
    about: 'what you were told',
    query: userId => sql`
      select id, kind, facts, created_at, read_at from alerts where user_id = ${userId} order by id`,
    read: alertsInWords,
  },
  {
    file: 'alert-choices.json',
    about: 'what you chose to be told of, and how',
    query: userId => sql`
      select alert_group as about, channel, wanted from alert_choices where user_id = ${userId}
      order by alert_group, channel`,
  },
  {
    file: 'messages.json',
    about: 'what you wrote to others',
    query: userId => sql`
      select conversation_id, username as to, text, files, sent_at
      from own_messages join users on users.id = other_id
      where person_id = ${userId} order by conversation_id, seq`,
  },
  {
    file: 'following.json',
    about: 'the people you follow',
    query: userId => sql`
      select username, follows.created_at as since from follows join users on users.id = followed_id
      where follower_id = ${userId} order by follows.created_at`,
  },
  {
    file: 'followers.json',
    about: 'the people who follow you',
    query: userId => sql`
      select username, follows.created_at as since from follows join users on users.id = follower_id
      where followed_id = ${userId} order by follows.created_at`,
  },
  {
    file: 'blocked-people.json',
    about: 'the people you block',
    query: userId => sql`
      select username, blocks.created_at as since from blocks join users on users.id = blocked_id
      where blocker_id = ${userId} order by blocks.created_at`,
  },
  {
    file: 'classes.json',
    about: 'the classes you list',
    query: userId => sql`
      select crn, sections.title, courses.code as course, schools.name as school, terms.name as term, classes.created_at as since
      from classes join sections on sections.id = section_id join courses on courses.id = course_id
        join terms on terms.id = term_id join schools on schools.id = terms.school_id
      where user_id = ${userId} order by classes.created_at`,
  },
  {
    file: 'reading-positions.json',
    about: 'the page at which you left each document',
    query: userId => sql`
      select posts.id as post_id, title, page, updated_at as at
      from reading_positions left join posts using (document_id)
      where user_id = ${userId} order by updated_at`,
  },
  {
    file: 'views.json',
    about: 'the documents you looked at, once for each half hour',
    query: userId => sql`
      select post_id, title, viewed_at, referrer from document_views join posts on posts.id = post_id
      where viewer_id = ${userId} order by viewed_at`,
  },
  {
    file: 'reports.json',
    about: 'what you reported',
    query: userId => sql`
      select reason, details, state,
        coalesce(post_title, case when message_seq is null then '' else 'a message of ' end || username) as about,
        reports.created_at, closed_at
      from reports left join users on users.id = person_id
      where reporter_id = ${userId} order by reports.id`,
  },
  {
    file: 'dialogues.json',
    about: 'what you asked the assistant, and what it answered',
    query: userId => sql`
      select name, title as about, dialogues.created_at, messages
      from dialogues_of_people dialogues left join posts on posts.id = post_id
      where person_id = ${userId} order by dialogues.created_at`,
  },
  {
    file: 'support-messages.json',
    about: 'what you wrote to support',
    query: userId => sql`
      select name, email, category, message, created_at from support_messages
      where user_id = ${userId} order by id`,
  },
  {
    file: 'decisions.json',
    about: 'what the people who run Ignite decided about you and your posts',
    query: userId => sql`
      select at, action, post_title, reason from audit_entries
      where person_id = ${userId} and action in ('hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person')
      order by id`,
  },
]

const batch = 500

/** The rows of a list, some at a time. */
export async function* rowsOf(deps: ContentDeps, list: List, userId: string): AsyncGenerator<Row> {
  const trx = await deps.db.startTransaction().execute()
  try {
    await sql`declare listed no scroll cursor for ${list.query(userId)}`.execute(trx)
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(batch)} from listed`.execute(trx)
      yield* (await list.read?.(deps, userId, rows)) ?? rows.map(withDocument)
      if (rows.length < batch) return
    }
  } finally {
    await trx.rollback().execute()
  }
}

/** What somebody was told, in the words they read it in: the facts of an alert are ids. */
async function alertsInWords({ db, alertKinds }: ContentDeps, userId: string, rows: Row[]): Promise<Row[]> {
  const alerts = rows as AlertRow[]
  const readAt = new Map(alerts.map(({ id, read_at }) => [id, read_at]))
  const told = await inWords(db, alertKinds, (await zoneOf(db, userId)) ?? 'UTC', alerts)
  return told.map(({ id, date, title, about }) => ({ at: date, title, about, read_at: readAt.get(id) }))
}

/** Says of a post where in the archive its document is. */
function withDocument({ document_id, document_name, document_type, ...row }: Row): Row {
  if (!document_id) return row
  const file = { purpose: 'document', id: document_id, name: document_name, type: document_type }
  return { ...row, document: filePath(file as FileRow) }
}

type FileRow = {
  id: string
  purpose: 'document' | 'thumbnail' | 'picture'
  name: string
  type: string
  object_key: string
  created_at: Temporal.Instant
}

/** A person's accepted files after one of them, some at a time. */
export async function filesOf(db: Database, userId: string, after: string | null): Promise<FileRow[]> {
  const files = await db
    .selectFrom('files')
    .select(['id', 'purpose', 'name', 'type', 'object_key', 'created_at'])
    .where('owner_id', '=', userId)
    .where('state', '=', 'accepted')
    .$if(after !== null, query => query.where('id', '>', after))
    .orderBy('id')
    .limit(batch)
    .execute()
  return files as FileRow[]
}

export function filePath({ purpose, id, name, type }: Omit<FileRow, 'object_key' | 'created_at'>): string {
  return entryPath(`${purpose}s`, nameWithExtension(name, type as DocumentType), id)
}
