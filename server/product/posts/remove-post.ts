import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { enqueueFileRemoval } from './jobs.ts'

type Removal = { id: string; key?: string; thumb_key?: string }

/**
 * Deletes one's own post: at once from every list and link, its objects by a job that the same transaction enqueues.
 * The keys come from the row; those in the call only confirm them.
 */
export async function removePost(deps: Deps, login: Login, { id, key, thumb_key }: Removal): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .deleteFrom('posts')
      .where('id', '=', id)
      .where('author_id', '=', login.userId)
      .returning(['document_id', 'thumbnail_id'])
      .executeTakeFirst()
    if (!post) throw problem('not_found', 'This post isn’t there. It may have been deleted.')
    if (!confirms(key, post.document_id) || !confirms(thumb_key, post.thumbnail_id)) {
      throw problem('invalid', 'The keys are not this post’s.')
    }
    const fileIds = [post.document_id, post.thumbnail_id].filter(file => file !== null)
    await enqueueFileRemoval(deps, trx, id, fileIds)
  })
}

/** A key may come bare, with its extension, or as the address of a thumbnail. */
function confirms(key: string | undefined, fileId: string | null): boolean {
  if (!key) return true
  const name = key.split('/').at(-1)!.split('.', 1)[0]
  return name === fileId
}
