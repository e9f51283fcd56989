import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Report, ReportedMessage } from '#shared/api/admin.ts'
import type { ReportReason } from '#shared/api/reports.ts'
import { personCards } from '../people/person-cards.ts'
import { postCardsById } from '../posts/post-cards.ts'
import { areAboutTheSame } from './about-the-same.ts'

type Row = {
  id: string
  reason: ReportReason
  details: string
  created_at: Temporal.Instant
  reporter_id: string | null
  person_id: string | null
  person_was: Report['person_was']
  person_suspended: boolean
  post_id: string | null
  post_title: string | null
  post_was: Report['post_was']
  messages: ReportedMessage[] | null
  alike: number
}

export const reportsPage = 20

/**
 * The reports in a state, after the report with an id: open ones oldest first, closed ones newest first.
 * Three queries.
 */
export async function reportQueue(
  db: Database,
  operatorId: string,
  state: Report['state'],
  after: string | undefined,
): Promise<Report[]> {
  const open = state === 'open'
  const order = open ? sql`order by id` : sql`order by id desc`
  const from = after === undefined ? sql`` : open ? sql`and id > ${after}` : sql`and id < ${after}`
  const { rows } = await sql<Row>`
    select page.*, coalesce(users.suspended_at is not null, false) as person_suspended, (
        select count(*) from reports as other
        where other.state = 'open' and ${areAboutTheSame('page', 'other')}
      ) as alike, (
        select json_agg(json_build_object('seq', seq, 'reported', seq = page.message_seq,
          'by_reporter', author_id is distinct from page.person_id, 'text', coalesce(text, ''), 'files', array(
            select json_build_object('id', id, 'name', name) from reported_files
            where report_id = page.id and reported_files.seq = message.seq order by place),
          'deleted', deleted, 'date', sent_at) order by seq)
        from reported_messages message where report_id = page.id
      ) as messages, (
        select json_build_object('title', kept.title, 'details', kept.details,
          'document', json_build_object('id', kept.report_id, 'name', kept.document_name))
        from reported_posts kept where report_id = page.id and not exists (
          select from posts join files on files.id = document_id
          where posts.id = page.post_id and posts.title = kept.title and posts.details = kept.details
            and files.object_key = kept.document_key)
      ) as post_was
    from (
        select id, reason, details, created_at, reporter_id, person_id, person_was, post_id, post_title, message_seq from reports
        where state = ${state} ${from} ${order} limit ${sql.lit(reportsPage)}
      ) page
      left join users on users.id = page.person_id
    ${order}`.execute(db)
  const people = await cardsOfPeople(
    db,
    operatorId,
    rows.flatMap(row => [row.reporter_id, row.person_id]),
  )
  const posts = await postCardsById(db, operatorId, known(rows.map(row => row.post_id)))
  return rows.map(row => ({
    id: row.id,
    state,
    reason: row.reason,
    details: row.details,
    date: isoTime(row.created_at),
    reporter: people.get(row.reporter_id) ?? null,
    person: people.get(row.person_id) ?? null,
    person_was: row.person_was,
    person_suspended: row.person_suspended,
    post: (row.post_id && posts.get(row.post_id)) || null,
    post_title: row.post_title,
    post_was: row.post_was,
    messages:
      row.messages?.map(message => ({ ...message, date: isoTime(Temporal.Instant.from(message.date)) })) ??
      null,
    alike: row.alike,
  }))
}

async function cardsOfPeople(db: Database, viewerId: string, ids: (string | null)[]) {
  const cards = await personCards(
    db,
    viewerId,
    sql`select id, id as place from users where id = any(${known(ids)}::uuid[]) and deleted_at is null`,
  )
  return new Map<string | null, (typeof cards)[number]>(cards.map(card => [card.id, card]))
}

function known(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter(id => id !== null))]
}
