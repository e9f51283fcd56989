import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { record } from '../audit/audit.ts'
import { removePostFiles } from '../posts/jobs.ts'
import { noPost } from '../posts/visible.ts'

type Judgment = { id: string; reason: string }

/** Hides a post from everyone but its author. If two operators do so at once, the second gets an error. */
export async function hidePost(deps: Deps, operator: Login, { id, reason }: Judgment): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .updateTable('posts')
      .set({ hidden_at: deps.now(), hidden_reason: reason })
      .where('id', '=', id)
      .where('hidden_at', 'is', null)
      .returning(['author_id', 'title'])
      .executeTakeFirst()
    if (!post) throw await whyNot(trx, id, 'This post is already hidden.')
    await record(trx, deps, operator, {
      action: 'hide_post',
      personId: post.author_id,
      post: { id, title: post.title },
      reason,
    })
  })
}

/** Shows a hidden post again. */
export async function showPost(deps: Deps, operator: Login, id: string): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .updateTable('posts')
      .set({ hidden_at: null, hidden_reason: null })
      .where('id', '=', id)
      .where('hidden_at', 'is not', null)
      .returning(['author_id', 'title'])
      .executeTakeFirst()
    if (!post) throw await whyNot(trx, id, 'This post isn’t hidden.')
    await record(trx, deps, operator, {
      action: 'show_post',
      personId: post.author_id,
      post: { id, title: post.title },
    })
  })
}

/**
 * Deletes a post for good: at once from every list and link, and its objects by a job in the same
 * transaction.
 */
export async function removePost(deps: Deps, operator: Login, { id, reason }: Judgment): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const post = await trx
      .deleteFrom('posts')
      .where('id', '=', id)
      .returning(['author_id', 'title', 'document_id', 'thumbnail_id'])
      .executeTakeFirst()
    if (!post) throw noPost()
    // Nothing is left to decide about what open reports have kept of it. After the post: its lock has waited for a
    // report that was just being made.
    await sql`
      delete from reported_posts using reports where report_id = reports.id and post_id = ${id}`.execute(trx)
    await removePostFiles(trx, deps, [post.document_id, ...(post.thumbnail_id ? [post.thumbnail_id] : [])])
    await record(trx, deps, operator, {
      action: 'remove_post',
      personId: post.author_id,
      post: { id, title: post.title },
      reason,
    })
  })
}

async function whyNot(db: Database, id: string, state: string) {
  const post = await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()
  return post ? problem('conflict', state) : noPost()
}
