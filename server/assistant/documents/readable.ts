import { type RawBuilder, sql } from 'kysely'

/**
 * The condition on a row of `assistant.posts` under which a person may open its document: decision 12,
 * matching the product's server/product/posts/visible.ts. Every query that reads a passage includes it.
 */
export function readableBy(personId: string): RawBuilder<boolean> {
  return sql`(posts.visible or posts.author_id = ${personId}::uuid)
    and posts.author_id <> all ((select assistant.hidden_people(${personId}::uuid))::uuid[])`
}

/** A passage as a call answers it. A query that selects it has the condition above, too. */
export const passageColumns = sql`
  passages.id, posts.id as post_id, posts.title, posts.document_id as doc_url, page, heading, text, boxes`
