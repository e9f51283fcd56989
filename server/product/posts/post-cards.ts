import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { thumbnailUrl } from '../files/thumbnail-url.ts'
import { emailKnownTo } from '../people/acquainted.ts'
import { pictureUrl } from '../people/picture-url.ts'

type Row = {
  id: string
  title: string
  details: string
  created_at: Temporal.Instant
  section_id: number
  crn: string
  crn_title: string
  course_id: number
  course_code: string
  course_title: string
  school: string
  term: string
  document_id: string
  document_name: string
  document_type: string
  pages: number
  first_page_aspect: number | null
  thumbnail_id: string | null
  author_id: string
  username: string
  name: string
  picture_id: string | null
  email: string
  email_known: boolean
  hourly_rate_cents: number | null
  notes: string | null
  page_read: number | null
  hidden_reason: string | null
  version: number
  version_at: Temporal.Instant | null
}

/**
 * The cards of the posts that `ids` selects, as the viewer (null for a visitor) sees them, newest first.
 * `ids` is a query of ids already limited to a page, so the joins run only for its few rows. One query.
 */
export async function postCards(
  db: Database,
  viewerId: string | null,
  ids: RawBuilder<{ id: string }>,
): Promise<PostCard[]> {
  const { rows } = await sql<Row>`
    select posts.id, posts.title, posts.details, posts.created_at, posts.author_id, posts.course_id,
      posts.document_id, posts.thumbnail_id, posts.hidden_reason, posts.version, posts.version_at,
      sections.id as section_id, sections.crn, sections.title as crn_title, terms.name as term, schools.name as school,
      courses.code as course_code, courses.title as course_title,
      files.name as document_name, files.type as document_type, coalesce(files.pages, 1) as pages,
      files.first_page_aspect,
      users.username, users.name, users.picture_id, users.email, users.hourly_rate_cents,
      ${emailKnownTo(viewerId)} as email_known,
      (select notes from saved_posts where saved_posts.post_id = posts.id
        and saved_posts.user_id = ${viewerId}::uuid) as notes,
      reading_positions.page as page_read
    from (${ids}) page
      join posts on posts.id = page.id
      join users on users.id = posts.author_id
      join sections on sections.id = posts.section_id
      join terms on terms.id = sections.term_id
      join courses on courses.id = posts.course_id
      join schools on schools.id = courses.school_id
      join files on files.id = posts.document_id
      left join reading_positions on reading_positions.document_id = posts.document_id
        and reading_positions.user_id = ${viewerId}::uuid
    order by posts.id desc`.execute(db)
  return rows.map(row => card(row, viewerId))
}

/** The cards of these posts by their ids, without those deleted meanwhile. */
export async function postCardsById(
  db: Database,
  viewerId: string | null,
  ids: readonly string[],
): Promise<Map<string, PostCard>> {
  if (ids.length === 0) return new Map()
  const cards = await postCards(db, viewerId, sql`select unnest(${idArray(ids)}) as id`)
  return new Map(cards.map(card => [card.id, card]))
}

/** The cards of these posts in this order, without those deleted meanwhile. */
export async function postCardsInOrder(
  db: Database,
  viewerId: string | null,
  ids: readonly string[],
): Promise<PostCard[]> {
  const byId = await postCardsById(db, viewerId, ids)
  return ids.flatMap(id => byId.get(id) ?? [])
}

function card(row: Row, viewerId: string | null): PostCard {
  const own = row.author_id === viewerId
  const email = own || row.email_known ? row.email : null
  return {
    id: row.id,
    post_name: row.title,
    details: row.details,
    section_id: row.section_id,
    crn: row.crn,
    crn_title: row.crn_title,
    course_id: row.course_id,
    course_subject: `${row.course_code} ${row.course_title}`,
    school: row.school,
    term: row.term,
    doc_url: row.document_id,
    doc_name: row.document_name,
    kind: row.document_type === 'application/pdf' ? 'pdf' : 'image',
    pages: row.pages,
    first_page_aspect: row.first_page_aspect,
    thumb_url: thumbnailUrl(row.thumbnail_id),
    date: isoTime(row.created_at),
    version: row.version,
    version_date: row.version_at && isoTime(row.version_at),
    username: row.username,
    name: row.name,
    profile_image: pictureUrl(row.picture_id),
    user_id: email,
    email,
    is_owner: own,
    saved: row.notes !== null,
    notes: row.notes,
    page_read: row.page_read,
    hourly_rate: row.hourly_rate_cents === null ? null : centsToDecimal(row.hourly_rate_cents),
    // Only the author and operators see a hidden post at all (visible.ts).
    hidden_reason: row.hidden_reason,
  }
}
