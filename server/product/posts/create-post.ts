import type * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { posts } from '#shared/api/posts.ts'
import { findSection } from '../courses/queries.ts'
import { acceptDocument } from '../files/accept-document.ts'
import { acceptThumbnail } from '../files/accept-picture.ts'
import { enqueueIndexing } from './jobs.ts'
import { postById } from './queries.ts'
import { fileTaken, refuseTaken } from './taken-file.ts'

type NewPost = z.output<typeof posts.create.body>

/**
 * Posts an uploaded document. Checks the file first, outside any transaction, since that takes long; a
 * refused file is removed from the store. A double click returns the post of the first click.
 */
export async function createPost(deps: Deps, login: Login, input: NewPost) {
  const { db } = deps
  const { course_id: courseId, crn, section_id } = input
  const section = await findSection(db, { courseId, crn, id: section_id })
  if (!section) {
    throw invalidField('body.crn', 'No crn found')
  }
  const document = await acceptDocument(deps, login, input.doc_url, input.doc_name)
  const thumbnail = await acceptThumbnail(deps, login, input.thumb_url ?? null, document)
  const made = await db.transaction().execute(async trx => {
    const post = await trx
      .insertInto('posts')
      .values({
        author_id: login.userId,
        course_id: section.courseId,
        section_id: section.id,
        document_id: document.id,
        thumbnail_id: thumbnail?.id ?? null,
        title: input.post_name,
        details: input.details,
      })
      // Of its document, after a double click, or of its thumbnail.
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
      .catch(refuseTaken)
    if (post) await enqueueIndexing(trx, deps, document.id)
    return post
  })
  const id = made?.id ?? (await postOfDocument(deps, document.id))
  return { post: (await postById(db, login, id))!, changes: document.changes }
}

async function postOfDocument({ db }: Deps, documentId: string): Promise<string> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (!post) throw fileTaken()
  return post.id
}
