import { type RawBuilder, sql } from 'kysely'

/**
 * The condition on a row of `assistant.posts` under which a person may open its document: decision 12,
 * matching the product's server/product/posts/visible.ts. Every query that reads a passage includes it.
 */
export function readableBy(personId: string): RawBuilder<boolean> {
  return sql`(posts.visible or posts.author_id = ${personId}::uuid)
    and posts.author_id <> all ((select assistant.hidden_people(${personId}::uuid))::uuid[])`
}
