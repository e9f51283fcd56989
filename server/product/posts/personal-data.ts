import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { type ArchivedFile, archivePath } from '../files/personal-data.ts'
import type { ExportList, ExportRow } from '../people/export-list.ts'
import { visibleTo } from './visible.ts'

export const postList: ExportList = {
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
  read: async (_db, _userId, rows) => rows.map(withDocument),
}

/** The path of a post's document in the export. */
function withDocument({ document_id, document_name, document_type, ...post }: ExportRow): ExportRow {
  const file = { purpose: 'document', id: document_id, name: document_name, type: document_type }
  return { ...post, document: archivePath(file as ArchivedFile) }
}

export const savedPostList: ExportList = {
  file: 'saved-posts.json',
  about: 'the posts you saved, with your notes',
  query: userId => sql`
    select post_id, title, username as author, notes, saved_posts.created_at as saved_at
    from saved_posts left join posts on posts.id = post_id and ${visibleTo(userId)} left join users on users.id = author_id
    where user_id = ${userId} order by saved_posts.created_at`,
}

/** Hides their posts at once; they are deleted with their files (`removeSomePosts`). */
export async function forgetPosts(trx: Trx, userId: string): Promise<void> {
  await sql`update posts set author_suspended = true where author_id = ${userId} and not author_suspended`.execute(
    trx,
  )
  await sql`delete from saved_posts where user_id = ${userId}`.execute(trx)
}

/** Returns whether there were any. */
export async function removeSomePosts(db: Database, userId: string, most: number): Promise<boolean> {
  const { rows } = await sql`delete from posts where id in (
    select id from posts where author_id = ${userId} limit ${sql.lit(most)}) returning id`.execute(db)
  return rows.length > 0
}
