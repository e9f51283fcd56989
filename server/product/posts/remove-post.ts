import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { removePostFiles } from './jobs.ts'
import { noPost } from './visible.ts'

type Removal = { id: string; key?: string; thumb_key?: string }

/**
 * Deletes the caller's own post: at once from every list and link, and its objects by a job in the same
 * transaction. The keys come from the row; those in the call only confirm them.
 */
export async function removePost(deps: Deps, login: Login, { id, key, thumb_key }: Removal): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .deleteFrom('posts')
      .where('id', '=', id)
      .where('author_id', '=', login.userId)
      .returning(['document_id', 'thumbnail_id'])
      .executeTakeFirst()
    if (!post) throw noPost()
    if (!confirms(key, post.document_id) || !confirms(thumb_key, post.thumbnail_id)) {
      throw problem('invalid', 'These keys don’t belong to this post.')
    }
    await removePostFiles(trx, deps, [post.document_id, ...(post.thumbnail_id ? [post.thumbnail_id] : [])])
  })
}

/** A key may come alone, with its extension, or as the address of a thumbnail. */
function confirms(key: string | undefined, fileId: string | null): boolean {
  if (!key) return true
  const name = key.split('/').at(-1)!.split('.', 1)[0]
  return name === fileId
}
