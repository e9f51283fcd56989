import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { AssistantDeps } from '../deps.ts'
import type { Embedder } from '../model/embedder.ts'
import { ModelFailure } from '../model/failure.ts'

export const embedding = 'embed-document'

/** Passages per batch: how much a failed attempt has to pay for again. */
const batch = 64

/** How many documents one run embeds; the next run continues. */
const most = 200

type EmbedDeps = Pick<AssistantDeps, 'db' | 'closing'> & { embedder: Embedder }
type Waiting = { id: string; text: string }

/**
 * Enqueues making vectors of a document’s passages: one job while that waits or runs, however often it is
 * requested.
 */
export function enqueueEmbedding(
  trx: Database,
  { jobs }: Pick<AssistantDeps, 'jobs'>,
  documentId: string,
): Promise<void> {
  return jobs.enqueue(trx, embedding, documentId, { documentId })
}

/** Enqueues documents read before the model was set, or while it was unreachable. */
export async function embedAll(
  deps: Pick<AssistantDeps, 'db' | 'jobs'> & { embedder: Embedder },
): Promise<void> {
  // In random order, so that documents the provider always refuses don't hold up the others.
  const { rows } = await sql<{ id: string }>`
    select id from assistant.documents
    where state = 'done' and not gone and embedded_by is distinct from ${deps.embedder.name}
    order by random() limit ${sql.lit(most)}`.execute(deps.db)
  for (const { id } of rows) await enqueueEmbedding(deps.db, deps, id)
}

/** How often in a row a provider may ask us to wait before a job gives up, and how long one wait may be. */
const waiting = { times: 5, mostMs: 60_000 }

/**
 * Makes vectors for the passages of a document that lack one of the current model, so an attempt continues
 * where the last one broke off. Splits a batch that the provider refuses; a passage that it refuses on its
 * own, such as one that is too long, stays findable only by its words.
 */
export async function embedDocument(deps: EmbedDeps, documentId: string): Promise<void> {
  const { db, embedder } = deps
  const unread = await unreadPages(db, documentId)
  const refused: string[] = []
  let size: number = batch
  let waits = 0
  for (;;) {
    const passages = await withoutVector(db, embedder.name, documentId, { refused, size })
    if (passages.length === 0) break
    try {
      await keepVectors(deps, passages)
      waits = 0
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      if (error.refused && passages.length > 1) size = Math.ceil(passages.length / 2)
      else if (error.refused) {
        refused.push(passages[0]!.id)
        size = batch
      } else if (error.waitMs !== null && ++waits <= waiting.times) {
        await pause(Math.min(error.waitMs, waiting.mostMs), undefined, { signal: deps.closing })
      } else throw error
    }
  }
  // Passages of a page whose text was recognized meanwhile may lack vectors.
  await sql`
    update assistant.documents set embedded_by = ${embedder.name}
    where id = ${documentId} and state = 'done' and cardinality(unread_pages) = ${unread}`.execute(db)
}

async function unreadPages(db: Database, documentId: string): Promise<number | null> {
  const { rows } = await sql<{ unread: number }>`
    select cardinality(unread_pages) as unread from assistant.documents where id = ${documentId}`.execute(db)
  return rows[0]?.unread ?? null
}

async function keepVectors(
  { db, embedder, closing }: EmbedDeps,
  passages: readonly Waiting[],
): Promise<void> {
  const vectors = await embedder.embed(
    passages.map(({ text }) => text),
    AbortSignal.any([closing, AbortSignal.timeout(embedder.timeoutMs)]),
  )
  const made = passages.map(({ id }, index) => ({ id, vector: vectors[index] }))
  // A passage that was deleted meanwhile gets no vector.
  await sql`
    insert into assistant.embeddings (passage_id, document_id, model, vector)
    select passages.id, document_id, ${embedder.name}, vector
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id uuid, vector real[])
      join assistant.passages using (id)
    for key share of passages
    on conflict (passage_id) do update set model = excluded.model, vector = excluded.vector`.execute(db)
}

async function withoutVector(
  db: Database,
  model: string,
  documentId: string,
  { refused, size }: { refused: readonly string[]; size: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select passages.id, concat_ws(E'\n', heading, text) as text
    from assistant.documents join assistant.passages on document_id = documents.id
      left join assistant.embeddings on passage_id = passages.id and embeddings.model = ${model}
    where documents.id = ${documentId} and state = 'done' and not gone and passage_id is null
      and passages.id <> all (${refused}::uuid[])
    order by page, place limit ${sql.lit(size)}`.execute(db)
  return rows
}

/**
 * Makes the vectors again if their length differs from the model's current one: then another model is behind
 * the name, and the old vectors can't be compared. Runs once after each start, when the configuration may
 * have changed.
 */
export async function dropOtherLengths({ db, embedder, closing }: EmbedDeps): Promise<void> {
  const late = AbortSignal.timeout(embedder.timeoutMs)
  const [vector] = await embedder.embed(['length'], AbortSignal.any([closing, late]))
  await sql`
    with dropped as (
      delete from assistant.embeddings where model = ${embedder.name} and length(signs) <> ${vector!.length}
      returning document_id
    )
    update assistant.documents set embedded_by = null
    where id in (select document_id from dropped)`.execute(db)
}
