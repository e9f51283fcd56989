import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import {
  documentPageSize,
  type IndexedDocument,
  type Passage,
  type RecognizedLine,
  recognizedPages,
} from '#shared/api/documents.ts'
import { passageColumns, readableBy } from './readable.ts'

type Row = {
  post_id: string
  title: string
  course_id: number
  document_id: string
  document_name: string
  document_type: string
  created_at: Temporal.Instant
  username: string
  name: string
  author_id: string
  state: IndexedDocument['state'] | null
  pages: number
  pages_done: number | null
  read_to: number | null
  picture_pages: number[] | null
  unread_pages: number
  language: string | null
}

/** The documents of a course that a person may open, newest first. */
export function documentsOfCourse(
  db: Database,
  personId: string,
  courseId: number,
  after: string | null,
): Promise<IndexedDocument[]> {
  const older = after === null ? sql`true` : sql`posts.id < ${after}::uuid`
  return documentCards(
    db,
    personId,
    sql`posts.course_id = ${courseId} and ${older}`,
    sql`order by posts.id desc limit ${sql.lit(documentPageSize)}`,
  )
}

/** The document of a post that a person may open, or null. */
export async function documentOfPost(
  db: Database,
  personId: string,
  postId: string,
): Promise<IndexedDocument | null> {
  const [card] = await documentCards(db, personId, sql`posts.id = ${postId}::uuid`)
  return card ?? null
}

async function documentCards(
  db: Database,
  personId: string,
  which: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
): Promise<IndexedDocument[]> {
  const { rows } = await sql<Row>`
    select posts.id as post_id, posts.title, posts.course_id, posts.document_id, posts.created_at, posts.author_id,
      files.name as document_name, files.type as document_type, files.pages, people.username, people.name,
      documents.state, pages_done, read_to, picture_pages, language,
      -- The text of the others is indexed, unless it is a stamp.
      (select count(*)::int from (select unnest(picture_pages) intersect select unnest(unread_pages)) unread) as unread_pages
    from assistant.posts
      join assistant.files on files.id = posts.document_id
      join assistant.people on people.id = posts.author_id
      left join assistant.documents on documents.id = posts.document_id
    where ${which} and ${readableBy(personId)} ${page}`.execute(db)
  return rows.map(row => ({
    post_id: row.post_id,
    title: row.title,
    course_id: row.course_id,
    doc_url: row.document_id,
    doc_name: row.document_name,
    kind: row.document_type === 'application/pdf' ? 'pdf' : 'image',
    date: isoTime(row.created_at),
    username: row.username,
    name: row.name,
    is_owner: row.author_id === personId,
    state: row.state ?? 'none',
    pages: row.pages,
    pages_done: row.pages_done ?? 0,
    read_to: row.read_to,
    picture_pages: row.picture_pages ?? [],
    unread_pages: row.unread_pages,
    language: row.language,
  }))
}

/** How many documents of a course the assistant has read that a person may open, up to a limit. */
export async function countRead(
  db: Database,
  personId: string,
  courseId: number,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from assistant.posts join assistant.documents on documents.id = posts.document_id
      where posts.course_id = ${courseId} and state = 'done' and ${readableBy(personId)}
      limit ${sql.lit(most)}
    ) read`.execute(db)
  return rows[0]!.count
}

/** A passage of a document that a person may open, or null. */
export async function findPassage(db: Database, personId: string, id: string): Promise<Passage | null> {
  const { rows } = await sql<Passage>`
    select ${passageColumns}
    from assistant.passages join assistant.posts using (document_id)
    where passages.id = ${id} and ${readableBy(personId)}`.execute(db)
  return rows[0] ?? null
}

type RecognizedPage = { page: number; lines: RecognizedLine[] }

/** The text recognized on some pages of a document that a person may open, or null. */
export async function recognizedPagesOf(
  db: Database,
  personId: string,
  postId: string,
  from: number,
): Promise<RecognizedPage[] | null> {
  const { rows } = await sql<{ pages: RecognizedPage[] }>`
    select coalesce((
      select jsonb_agg(jsonb_build_object('page', page, 'lines', lines) order by page)
      from assistant.recognized_pages
      where document_id = posts.document_id and page >= ${from} and page < ${from + recognizedPages}
    ), '[]') as pages
    from assistant.posts where posts.id = ${postId}::uuid and ${readableBy(personId)}`.execute(db)
  return rows[0]?.pages ?? null
}
