import { type RawBuilder, sql } from 'kysely'

/**
 * The condition on a row of `assistant.posts` under which a person may open its document: decision 12, as the product's
 * server/product/posts/visible.ts has it. It stands inside every query that reads a passage.
 */
export function readableBy(personId: string): RawBuilder<boolean> {
  return sql`(posts.visible or posts.author_id = ${personId}::uuid)
    and posts.author_id <> all ((select assistant.hidden_people(${personId}::uuid))::uuid[])`
}
