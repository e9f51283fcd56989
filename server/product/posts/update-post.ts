import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { posts } from '#shared/api/posts.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'
import { findSection } from '../courses/queries.ts'
import { acceptDocument } from '../files/accept-document.ts'
import { acceptThumbnail, acceptUploadedThumbnail } from '../files/accept-picture.ts'
import { enqueueIndexing, removePostFiles } from './jobs.ts'
import { postById } from './queries.ts'
import { refuseTaken } from './taken-file.ts'
import { noPost } from './visible.ts'

type PostChange = z.output<typeof posts.update.body>

/**
 * Changes the caller's own post: only what the call names, so that two edits at once don't undo each other.
 * A new document is checked first, outside any transaction, since that takes long.
 */
export async function updatePost(deps: Deps, login: Login, id: string, change: PostChange) {
  const section = await newSection(deps.db, login, id, change)
  const document = change.doc_url
    ? await acceptDocument(deps, login, change.doc_url, change.doc_name!)
    : undefined
  const thumbnail = change.thumb_url
    ? await acceptUploadedThumbnail(deps, login, change.thumb_url)
    : document && (await acceptThumbnail(deps, login, null, document))
  await deps.db.transaction().execute(async trx => {
    const before = await ownPost(trx, login, id)
      .select(['document_id', 'thumbnail_id'])
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw noPost()
    const replaces = document !== undefined && document.id !== before.document_id
    const redraws = thumbnail !== undefined && (replaces || thumbnail !== null)
    await trx
      .updateTable('posts')
      .set({
        title: change.post_name ?? sql<string>`title`,
        details: change.details,
        course_id: section?.courseId,
        section_id: section?.id,
        ...(replaces && { document_id: document.id, version: sql`version + 1`, version_at: deps.now() }),
        ...(redraws && { thumbnail_id: thumbnail?.id ?? null }),
      })
      .where('id', '=', id)
      .execute()
      .catch(refuseTaken)
    if (replaces) await keepPlaces(trx, before.document_id, document.id)
    const { document_id, thumbnail_id } = before
    if (replaces) await removePostFiles(trx, deps, [document_id])
    if (redraws && thumbnail_id && thumbnail_id !== thumbnail?.id)
      await removePostFiles(trx, deps, [thumbnail_id])
    if (replaces) await enqueueIndexing(trx, deps, document.id)
  })
  const post = await postById(deps.db, login, id)
  if (!post) throw noPost()
  return { post, changes: document?.changes ?? [] }
}

/**
 * The section that a change names, or undefined if it is the post's own: looked up again, its CRN could mean
 * another term by now.
 */
async function newSection(
  db: Database,
  login: Login,
  id: string,
  { course_id, crn, section_id }: PostChange,
) {
  const present = await ownPost(db, login, id)
    .innerJoin('sections', 'sections.id', 'posts.section_id')
    .select(['posts.course_id', 'crn', 'section_id'])
    .executeTakeFirst()
  if (!present) throw noPost()
  const courseId = course_id ?? present.course_id
  const wanted = crn ?? present.crn
  const isOwn = section_id === undefined || section_id === present.section_id
  if (isOwn && courseId === present.course_id && parseCrn(wanted) === present.crn) return undefined
  const section = await findSection(db, { courseId, crn: wanted, id: section_id })
  if (!section) throw invalidField('body.crn', 'No crn found')
  return section
}

function ownPost(db: Database, login: Login, id: string) {
  return db.selectFrom('posts').where('posts.id', '=', id).where('author_id', '=', login.userId)
}

/** Readers go on at the page where they were, if the new version has it. */
async function keepPlaces(trx: Trx, before: string, after: string): Promise<void> {
  // Waits for a reader who is just saving a page of the old version; those who come later find it gone.
  await trx.selectFrom('files').select('id').where('id', '=', before).forUpdate().execute()
  await sql`
    update reading_positions set document_id = files.id
    from files
    where document_id = ${before} and files.id = ${after} and page <= coalesce(files.pages, 1)`.execute(trx)
}
