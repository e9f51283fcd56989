import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Sets the posts that a person's profile shows first, in this order, replacing the old ones. A hidden one may be among them: it stays in
 * its author's list, and nobody else sees it.
 */
export async function highlight(db: Database, userId: string, postIds: string[]): Promise<void> {
  const ids = [...new Set(postIds.map(id => id.toLowerCase()))]
  await db.transaction().execute(async trx => {
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await trx.deleteFrom('highlights').where('user_id', '=', userId).execute()
    const { numAffectedRows } = await sql`
      insert into highlights (user_id, post_id, place)
      select ${userId}, posts.id, place
      from unnest(${ids}::uuid[]) with ordinality chosen (id, place) join posts using (id)
      where author_id = ${userId}`.execute(trx)
    if (Number(numAffectedRows) !== ids.length) {
      throw problem('not_found', 'We couldn’t find one of these posts. It may have been deleted.')
    }
  })
}
