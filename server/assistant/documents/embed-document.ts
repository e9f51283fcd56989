import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { AssistantDeps } from '../deps.ts'
import type { Embedder } from '../model/embedder.ts'
import { ModelFailure } from '../model/failure.ts'

export const embedding = 'embed-document'

/** Passages sent at a time: what an attempt that breaks off has to pay for again. */
const batch = 64

/** As many documents as one look has embedded; the next look goes on. */
const most = 200

type EmbedDeps = Pick<AssistantDeps, 'db' | 'closing'> & { embedder: Embedder }
type Waiting = { id: string; text: string }

/** Has vectors made of a document’s passages. However often it is asked for, it is one job while that waits or runs. */
export function enqueueEmbedding(
  { jobs }: Pick<AssistantDeps, 'jobs'>,
  trx: Database,
  documentId: string,
): Promise<void> {
  return jobs.enqueue(trx, embedding, documentId, { documentId })
}

/** Has vectors made of what was read before the model was set, or while it couldn’t be reached. */
export async function embedAll(
  deps: Pick<AssistantDeps, 'db' | 'jobs'> & { embedder: Embedder },
): Promise<void> {
  // In no order, so that those which the provider always refuses hold up no others.
  const { rows } = await sql<{ id: string }>`
    select id from assistant.documents
    where state = 'done' and not gone and embedded_by is distinct from ${deps.embedder.name}
    order by random() limit ${sql.lit(most)}`.execute(deps.db)
  for (const { id } of rows) await enqueueEmbedding(deps, deps.db, id)
}

/** How often in a row a provider may ask for patience before a job gives up, and how long one wait may be. */
const patience = { times: 5, mostMs: 60_000 }

/**
 * Makes a vector of each passage of a document that has none of the model yet, so an attempt goes on where one broke off. What
 * the provider refuses is sent in smaller parts; a passage that it refuses alone, such as one that is too long for it, is left to
 * be found by its words.
 */
export async function embedDocument(deps: EmbedDeps, documentId: string): Promise<void> {
  const { db, embedder } = deps
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
      } else if (error.patienceMs !== null && ++waits <= patience.times) {
        await pause(Math.min(error.patienceMs, patience.mostMs), undefined, { signal: deps.closing })
      } else throw error
    }
  }
  await sql`
    update assistant.documents set embedded_by = ${embedder.name}
    where id = ${documentId} and state = 'done'`.execute(db)
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
  // A passage that went meanwhile takes no vector.
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
 * Has the vectors made anew that are of another length than those the model makes now: what stands behind its name is another
 * one, and nothing they say compares. Asked once after each start, when what is configured may have changed.
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
