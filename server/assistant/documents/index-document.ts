import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { JobFailure } from '#server/platform/sandbox/failure.ts'
import { makeOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import type { AssistantDeps } from '../deps.ts'
import { enqueueEmbedding } from './embed-document.ts'
import { languageOf } from './language.ts'
import { enqueuePictures } from './pictures/read-pictures.ts'
import type { ReadPages } from './reading/read-pages.ts'
import { tellIfLong } from './tell-if-long.ts'

/** Pages per batch; each batch is a transaction. A failed attempt has to redo one batch. */
const batch = 50

type IndexDeps = Pick<AssistantDeps, 'db' | 'jobs' | 'storage' | 'reader' | 'embedder' | 'now'>

type Row = { id: string; pages: number; pages_done: number; type: string; object_key: string }

/**
 * Reads a document page by page into passages. Continues where an earlier attempt broke off, does nothing if
 * everything is read, and stops if the post is deleted meanwhile.
 */
export async function indexDocument(deps: IndexDeps, documentId: string): Promise<void> {
  const document = await begin(deps, documentId)
  if (!document) return
  if (document.type !== 'application/pdf') {
    await keep(deps, document.id, 1, {
      pages: [{ number: 1, picture: true, stamped: false, passages: [] }],
      heading: null,
    })
  } else await readPdf(deps, document)
  await finishWhole(deps, documentId)
}

/** Marks a document as unreadable. */
export function indexingFailed(
  { db, now }: Pick<IndexDeps, 'db' | 'now'>,
  documentId: string,
): Promise<void> {
  return sql`
    update assistant.documents set state = 'failed', finished_at = ${now()}
    where id = ${documentId} and state in ('waiting', 'reading')`
    .execute(db)
    .then(() => {})
}

async function begin({ db, now }: IndexDeps, documentId: string): Promise<Row | null> {
  // The lock waits for an edit that is just moving the post to another course: its trigger finds no row yet.
  await sql`
    insert into assistant.documents (id, course_id, pages, created_at)
    select document_id, course_id, pages, ${now()}
    from assistant.posts join assistant.files on files.id = document_id where document_id = ${documentId}
    for share of posts
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Row>`
    update assistant.documents set state = 'reading', finished_at = null
    from assistant.files
    where documents.id = ${documentId} and files.id = documents.id and state <> 'done' and not gone
    returning documents.id, documents.pages, pages_done, type, object_key`.execute(db)
  return rows[0] ?? null
}

async function readPdf(deps: IndexDeps, document: Row): Promise<void> {
  const content = await deps.storage.get(document.object_key)
  if (!content) return
  const folder = await makeOwnFolder()
  try {
    const path = join(folder, 'document')
    await pipeline(content, createWriteStream(path))
    const read = (from: number, heading: string | null) =>
      deps.reader.pages(path, {
        key: document.id,
        from,
        to: Math.min(from + batch - 1, document.pages),
        heading,
      })
    const first = document.pages_done + 1
    let next = read(first, await lastHeading(deps, document.id))
    for (let from = first; from <= document.pages; from += batch) {
      const pages = await next.catch(asUnreadable)
      if (!pages) return indexingFailed(deps, document.id)
      // The process reads on while the server writes these.
      const last = from + batch > document.pages
      if (!last) {
        next = read(from + batch, pages.heading)
        next.catch(() => {})
      }
      if (!(await keep(deps, document.id, from, pages))) return
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A document that can't be opened won't open the next time either; anything else is retried. */
function asUnreadable(error: unknown): null {
  if (error instanceof JobFailure && error.reason === 'refused') return null
  throw error
}

async function lastHeading({ db }: IndexDeps, documentId: string): Promise<string | null> {
  const { rows } = await sql<{ heading: string | null }>`
    select heading from assistant.passages where document_id = ${documentId} order by page desc, place desc limit 1`.execute(
    db,
  )
  return rows[0]?.heading ?? null
}

/**
 * Saves a batch of pages that begins at `from`. False if the document is gone, or another attempt was faster.
 */
async function keep(
  { db }: IndexDeps,
  documentId: string,
  from: number,
  { pages }: ReadPages,
): Promise<boolean> {
  const passages = pages.flatMap(page =>
    page.passages.map((passage, place) => ({ ...passage, page: page.number, place })),
  )
  const pictures = pages.filter(page => page.picture).map(page => page.number)
  const unread = pages.filter(page => page.picture || page.stamped).map(page => page.number)
  // A stamp that all pages have says nothing about them.
  const language = languageOf([...new Set(passages.map(({ text }) => text))].join('\n'))
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ course_id: number; configuration: string }>`
      update assistant.documents set
        pages_done = ${pages.at(-1)?.number ?? from}, picture_pages = picture_pages || ${pictures}::int[],
        unread_pages = unread_pages || ${unread}::int[],
        language = coalesce(language, ${language?.code ?? null}),
        configuration = case when language is null and ${language !== null} then ${language?.configuration ?? 'simple'}::regconfig
          else configuration end
      where id = ${documentId} and pages_done = ${from - 1} and state = 'reading' and not gone
      returning course_id, configuration::text as configuration`.execute(trx)
    const document = rows[0]
    if (!document) return false
    await sql`
      insert into assistant.passages (document_id, course_id, page, place, heading, text, boxes, words)
      select ${documentId}, ${document.course_id}, page, place, heading, text, boxes,
        assistant.passage_words(${document.configuration}::regconfig, heading, text)
      from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb)
        as passage (page int, place int, heading text, text text, boxes jsonb)`.execute(trx)
    return true
  })
}

/** Marks a document as completely read except for its pictures, and counts its words, once. */
async function finishWhole(deps: IndexDeps, documentId: string): Promise<void> {
  const { db, now } = deps
  await db.transaction().execute(async trx => {
    const { rows } = await sql<{ pages: number; unread: boolean; pictures: boolean }>`
      update assistant.documents set state = 'done', finished_at = ${now()}
      where id = ${documentId} and state = 'reading' and pages_done = pages
      returning pages, unread_pages <> '{}' as unread, unread_pages && picture_pages as pictures`.execute(trx)
    const document = rows[0]
    if (!document) return
    await sql`select assistant.count_words(${documentId}::uuid)`.execute(trx)
    if (deps.embedder) await enqueueEmbedding(deps, trx, documentId)
    if (document.unread) await enqueuePictures(deps, trx, documentId)
    if (!document.pictures) await tellIfLong(deps, trx, documentId, document.pages)
  })
}
