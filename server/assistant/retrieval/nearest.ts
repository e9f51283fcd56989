import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Passage } from '#shared/api/documents.ts'
import type { AssistantDeps } from '../deps.ts'
import { passageColumns, readableBy } from '../documents/readable.ts'

/** A question as a vector of the configured model. */
export type Meaning = {
  model: string
  vector: number[]
  /** The lowest cosine at which a passage counts as relevant. */
  floor: number
}

/** If the vector takes longer than this, the answer begins without it. */
const longestMs = 3_000

/** How many passages are compared by their signs, and how many of those number by number. */
const compared = { bySigns: 20_000, exactly: 150 }

/**
 * A question's meaning as a vector; null if no model is set, or it doesn’t answer: then words find the
 * passages.
 */
export async function meaningOf(
  { embedder, log, closing }: Pick<AssistantDeps, 'embedder' | 'log' | 'closing'>,
  question: string,
): Promise<Meaning | null> {
  if (!embedder) return null
  const late = AbortSignal.timeout(Math.min(longestMs, embedder.timeoutMs))
  try {
    const [vector] = await embedder.embed([question], AbortSignal.any([closing, late]))
    return { model: embedder.name, vector: vector!, floor: embedder.floor }
  } catch (error) {
    log.warn({ err: error }, 'embedding a question failed: passages are found by their words alone')
    return null
  }
}

/**
 * The passages nearest to a question in meaning, from the open document and the newest ones of its course.
 * The query includes the condition that the person may open the document.
 */
export async function findNearest(
  db: Database,
  personId: string,
  open: { document_id: string; course_id: number },
  { model, vector, floor }: Meaning,
): Promise<Passage[]> {
  const vectors = (which: RawBuilder<unknown>) => sql`
    (select passage_id, signs from assistant.posts join assistant.embeddings using (document_id)
     where ${which} and ${readableBy(personId)} and model = ${model} and length(signs) = ${sql.lit(vector.length)}
     order by posts.id desc limit ${sql.lit(compared.bySigns)})`
  const { rows } = await sql<Passage>`
    with asked as materialized (
      select asked as vector, assistant.signs(asked) as signs from (values (${vector}::real[])) given (asked)
    ), looked_through as materialized (
      ${vectors(sql`posts.document_id = ${open.document_id}`)} union ${vectors(sql`posts.course_id = ${open.course_id}`)}
    ), likely as materialized (
      select passage_id from looked_through
      order by bit_count(signs # (select signs from asked)) limit ${sql.lit(compared.exactly)}
    ), near as materialized (
      select passage_id, assistant.dot(vector, (select vector from asked)) as similarity
      from likely join assistant.embeddings using (passage_id)
    )
    select ${passageColumns}
    from near join assistant.passages on passages.id = passage_id join assistant.posts using (document_id)
    where similarity >= ${floor} and ${readableBy(personId)}
    order by similarity desc, passages.id limit 20`.execute(db)
  return rows
}
