import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { copyObject } from '#server/platform/storage/copy-object.ts'
import type { AssistantDeps } from '../deps.ts'
import { enqueueEmbedding } from './embed-document.ts'
import { languageOf } from './language.ts'
import { enqueuePictures } from './pictures/read-pictures.ts'
import type { ReadPages } from './reading/read-pages.ts'
import { roomFor } from './room-for.ts'
import { tellIfLong } from './tell-if-long.ts'

export const readingJob = 'read-document'

/** Pages per batch, at most; each batch is a transaction. A failed attempt has to redo one batch. */
const batch = 50

/** After so many pages in a row that end the reader's process, one turn each, the others would too. */
const mostUnreadable = 5

/** How many documents one run enqueues; the next run continues. */
const most = 200

type IndexDeps = Pick<AssistantDeps, 'db' | 'jobs' | 'storage' | 'reader' | 'embedder' | 'now'>

type Turn = {
  id: string
  author_id: string
  pages: number
  pages_done: number
  type: string
  object_key: string
}

/** The documents to read: each with its post, unless that was deleted meanwhile. */
const waiting = sql`
  assistant.documents join assistant.posts on document_id = documents.id join assistant.files on files.id = documents.id
  where state in ('waiting', 'reading') and not gone`

/** Lets a document take its turns from now on, while others are read, and enqueues reading it. */
export async function enqueueReading(
  { db, jobs, now }: Pick<AssistantDeps, 'db' | 'jobs' | 'now'>,
  documentId: string,
): Promise<void> {
  await db.transaction().execute(async trx => {
    // The lock waits for an edit that is just moving the post to another course: its trigger finds no row yet.
    await sql`
      insert into assistant.documents (id, course_id, pages, created_at)
      select document_id, course_id, pages, ${now()}
      from assistant.posts join assistant.files on files.id = document_id where document_id = ${documentId}
      for share of posts
      on conflict do nothing`.execute(trx)
    await jobs.enqueue(trx, readingJob, documentId, { documentId })
  })
}

/** How often reading a document is begun again after it was given up: after 1, 2, 4, 8 and 16 hours. */
const mostGivenUp = 5

/**
 * Enqueues unread documents whose job may have ended: in an upgrade, an old server ends one when a new server reads the next pages. And
 * those that were given up a while ago, which may have been for the store's or the reader's sake.
 */
export async function readAllDocuments({
  db,
  jobs,
  now,
}: Pick<AssistantDeps, 'db' | 'jobs' | 'now'>): Promise<void> {
  await sql`
    update assistant.documents set state = 'waiting', finished_at = null
    where state = 'failed' and not gone and given_up between 1 and ${sql.lit(mostGivenUp)}
      and finished_at + interval '1 hour' * 2 ^ (given_up - 1) < ${now()}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from assistant.documents
    where state in ('waiting', 'reading') and not gone limit ${sql.lit(most)}`.execute(db)
  for (const { id } of rows) await jobs.enqueue(db, readingJob, id, { documentId: id })
}

/**
 * Reads documents page by page into passages until this one is read. The people whose they are take turns, however many pages or
 * documents each has. Continues where an earlier attempt broke off, and stops if the post is deleted meanwhile.
 */
export async function readDocuments(deps: IndexDeps, documentId: string): Promise<void> {
  while (await isWaiting(deps.db, documentId)) {
    const turn = await takeTurn(deps.db)
    // Another server has just finished the one whose turn it was.
    if (!turn) continue
    try {
      await readTurn(deps, turn)
    } catch (error) {
      // Another document has a job of its own, or gets one within a minute, which tries again.
      if (turn.id === documentId) throw error
    }
  }
}

/** Marks a document as failed until it is read again, since its job gave up. */
export async function giveUpReading(
  { db, now }: Pick<IndexDeps, 'db' | 'now'>,
  documentId: string,
): Promise<void> {
  await sql`
    update assistant.documents set state = 'failed', finished_at = ${now()}, given_up = given_up + 1
    where id = ${documentId} and state in ('waiting', 'reading')`.execute(db)
}

/** Marks a document as failed for good. */
async function markUnreadable({ db, now }: Pick<IndexDeps, 'db' | 'now'>, documentId: string): Promise<void> {
  await sql`
    update assistant.documents set state = 'failed', finished_at = ${now()}, given_up = 0
    where id = ${documentId} and state in ('waiting', 'reading')`.execute(db)
}

async function isWaiting(db: Database, documentId: string): Promise<boolean> {
  const { rows } = await sql`select from ${waiting} and documents.id = ${documentId}`.execute(db)
  return rows.length > 0
}

async function othersWait(db: Database, authorId: string): Promise<boolean> {
  const { rows } = await sql`select from ${waiting} and author_id <> ${authorId} limit 1`.execute(db)
  return rows.length > 0
}

/** The next document to read pages of: of the person who has waited longest, the one that has waited longest. */
async function takeTurn(db: Database): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    with unread as (
      select documents.id, author_id, reading_turn, type, object_key from ${waiting}
    ),
    turns as (
      select author_id, max(reading_turn) as last
      from assistant.posts join assistant.documents on documents.id = document_id
      where author_id in (select author_id from unread) group by author_id
    )
    update assistant.documents set state = 'reading', reading_turn = nextval('assistant.reading_turns')
    from (select unread.* from unread join turns using (author_id) order by last, reading_turn, id limit 1) next
    where documents.id = next.id and state in ('waiting', 'reading')
    returning documents.id, author_id, type, object_key, pages, pages_done`.execute(db)
  return rows[0] ?? null
}

async function readTurn(deps: IndexDeps, document: Turn): Promise<void> {
  // An attempt broke off before it could finish.
  if (document.pages_done === document.pages) return finishWhole(deps, document.id)
  if (document.type === 'application/pdf') await readPdf(deps, document)
  else {
    await keep(deps, document, 1, {
      pages: [{ number: 1, picture: true, stamped: false, passages: [] }],
      heading: null,
    })
  }
  await finishWhole(deps, document.id)
}

/** Reads a batch, and more as long as nobody else waits and the reader's process doesn't end of a page. */
async function readPdf(deps: IndexDeps, document: Turn): Promise<void> {
  return inOwnFolder(async folder => {
    const path = join(folder, 'document')
    if (!(await copyObject(deps.storage, document.object_key, path))) return markUnreadable(deps, document.id)
    const read = (from: number, heading: string | null) =>
      deps.reader.pages(path, {
        key: document.id,
        from,
        to: Math.min(from + batch - 1, document.pages),
        heading,
      })
    let from = document.pages_done + 1
    let next = read(from, await lastHeading(deps, document.id))
    for (;;) {
      const part = await next.catch(asUnreadable)
      if (!part) return markUnreadable(deps, document.id)
      const { number: to, unreadable } = part.pages.at(-1)!
      const last = to === document.pages || unreadable || (await othersWait(deps.db, document.author_id))
      // The process reads on while the server writes these.
      if (!last) {
        next = read(to + 1, part.heading)
        next.catch(() => {})
      }
      const more = await keep(deps, document, from, part)
      if (more && unreadable && (await isTooHard(deps.db, document.id)))
        return giveUpReading(deps, document.id)
      if (!more || last) return
      from = to + 1
    }
  })
}

/** Whether the reader's process ended of each of the last pages: they count as pictures, but nobody looks for text on them. */
async function isTooHard(db: Database, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from assistant.documents, lateral (
      select array_agg(page) as pages from generate_series(pages_done - ${sql.lit(mostUnreadable - 1)}, pages_done) page
    ) last
    where id = ${documentId} and pages_done < documents.pages and last.pages <@ picture_pages and not last.pages && unread_pages`.execute(
    db,
  )
  return rows.length > 0
}

/** A document that can't be opened won't open the next time either; anything else is retried. */
function asUnreadable(error: unknown): null {
  if (error instanceof ProcessFailure && error.reason === 'refused') return null
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
 * Saves a batch of pages that begins at `from`. False if there are no more to read: the document is gone or has too much text, or
 * another attempt was faster.
 */
async function keep(
  { db }: IndexDeps,
  document: Turn,
  from: number,
  { pages: read }: ReadPages,
): Promise<boolean> {
  const fitting = pagesWithin(await roomFor(db, document.id), read)
  const full = fitting < read.length
  const pages = read.slice(0, fitting)
  const passages = pages.flatMap(page =>
    page.passages.map((passage, place) => ({ ...passage, page: page.number, place })),
  )
  const pictures = pages.filter(page => page.picture).map(page => page.number)
  // Recognizing the text on a page begins with reading it.
  const unread = pages
    .filter(page => (page.picture || page.stamped) && !page.unreadable)
    .map(page => page.number)
  // A stamp that all pages have says nothing about them.
  const language = languageOf([...new Set(passages.map(({ text }) => text))].join('\n'))
  return db.transaction().execute(async trx => {
    const { rows } = await sql<{ course_id: number; configuration: string }>`
      update assistant.documents set
        pages_done = ${full ? document.pages : (pages.at(-1)?.number ?? from)}, read_to = ${full ? from + fitting - 1 : null},
        picture_pages = picture_pages || ${pictures}::int[], unread_pages = unread_pages || ${unread}::int[],
        language = coalesce(language, ${language?.code ?? null}),
        configuration = case when language is null and ${language !== null} then ${language?.configuration ?? 'simple'}::regconfig
          else configuration end
      where id = ${document.id} and pages_done = ${from - 1} and state = 'reading' and not gone
      returning course_id, configuration::text as configuration`.execute(trx)
    const kept = rows[0]
    if (!kept) return false
    await sql`
      insert into assistant.passages (document_id, course_id, page, place, heading, text, boxes, words)
      select ${document.id}, ${kept.course_id}, page, place, heading, text, boxes,
        assistant.passage_words(${kept.configuration}::regconfig, heading, text)
      from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb)
        as passage (page int, place int, heading text, text text, boxes jsonb)`.execute(trx)
    return !full
  })
}

/** How many of the pages have no more passages together than there is room for. */
function pagesWithin(room: number, pages: ReadPages['pages']): number {
  let passages = 0
  const over = pages.findIndex(page => {
    passages += page.passages.length
    return passages > room
  })
  return over < 0 ? pages.length : over
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
    if (deps.embedder) await enqueueEmbedding(trx, deps, documentId)
    if (document.unread) await enqueuePictures(trx, deps, documentId)
    if (!document.pictures) await tellIfLong(trx, deps, documentId, document.pages)
  })
}
