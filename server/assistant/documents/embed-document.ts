import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { AssistantDeps } from '../deps.ts'
import type { Embedder } from '../model/embedder.ts'

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

/** Makes a vector of each passage of a document that has none of the model yet, so an attempt goes on where one broke off. */
export async function embedDocument({ db, embedder, closing }: EmbedDeps, documentId: string): Promise<void> {
  for (;;) {
    const passages = await withoutVector(db, embedder.name, documentId)
    if (passages.length === 0) break
    const signal = AbortSignal.any([closing, AbortSignal.timeout(embedder.timeoutMs)])
    const vectors = await embedder.embed(
      passages.map(({ text }) => text),
      signal,
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
  await sql`
    update assistant.documents set embedded_by = ${embedder.name}
    where id = ${documentId} and state = 'done'`.execute(db)
}

async function withoutVector(db: Database, model: string, documentId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select passages.id, concat_ws(E'\n', heading, text) as text
    from assistant.documents join assistant.passages on document_id = documents.id
      left join assistant.embeddings on passage_id = passages.id and embeddings.model = ${model}
    where documents.id = ${documentId} and state = 'done' and not gone and passage_id is null
    order by page, place limit ${sql.lit(batch)}`.execute(db)
  return rows
}
