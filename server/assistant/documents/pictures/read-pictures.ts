import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { copyObject } from '#server/platform/storage/copy-object.ts'
import type { AssistantDeps } from '../../deps.ts'
import { enqueueEmbedding } from '../embed-document.ts'
import { roomFor } from '../room-for.ts'
import { tellIfLong } from '../tell-if-long.ts'
import type { Ocr } from './ocr.ts'
import type { RecognizedPage } from './recognize-page.ts'

export const readingPictures = 'read-pictures'

/** Pages per turn: seconds in which others wait, against fetching the document once a turn. */
const pagesOfTurn = 5

/** How many documents one run enqueues; the next run continues. */
const most = 200

export type PictureDeps = Pick<AssistantDeps, 'db' | 'jobs' | 'storage' | 'embedder' | 'closing' | 'now'> & {
  ocr: Ocr
}

type Turn = { id: string; type: string; object_key: string; pages: number[] }

/** Enqueues recognizing the text on a document’s pages that are pictures. */
export function enqueuePictures(
  trx: Database,
  { jobs }: Pick<AssistantDeps, 'jobs'>,
  documentId: string,
): Promise<void> {
  return jobs.enqueue(trx, readingPictures, documentId, { documentId })
}

/** Before pages are tried again that took too long or whose process ended. */
const pause = { hours: 1 }

/**
 * Enqueues documents that were read before pictures were, or whose job failed too often. And those of whose pages some were cut off a
 * while ago, which may have been for the machine's sake: once.
 */
export async function readAllPictures(deps: Pick<AssistantDeps, 'db' | 'jobs' | 'now'>): Promise<void> {
  await sql`
    update assistant.documents set unread_pages = cut_off_pages, cut_off_pages = '{}'
    where cut_off_pages <> '{}' and unread_pages = '{}' and cut_off_at <= ${deps.now().subtract(pause)}
      and state = 'done' and not gone`.execute(deps.db)
  const { rows } = await sql<{ id: string }>`
    select id from assistant.documents
    where unread_pages <> '{}' and state = 'done' and not gone limit ${sql.lit(most)}`.execute(deps.db)
  for (const { id } of rows) await enqueuePictures(deps.db, deps, id)
}

/**
 * Recognizes the text on pages until this document has no unread ones. Works for all documents meanwhile, so that the people whose they
 * are take turns, however many pages or documents each has.
 */
export async function readPictures(deps: PictureDeps, documentId: string): Promise<void> {
  while (await isUnread(deps.db, documentId)) {
    const turn = await takeTurn(deps.db)
    if (!turn) return
    try {
      await readTurn(deps, turn)
    } catch (error) {
      // Another document has a job of its own, or gets one within a minute, which tries again.
      if (turn.id === documentId || deps.closing.aborted) throw error
    }
  }
}

async function isUnread(db: Database, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from assistant.documents
    where id = ${documentId} and unread_pages <> '{}' and state = 'done' and not gone`.execute(db)
  return rows.length > 0
}

/** The next pages to recognize: of the person who has waited longest, and of their document that has waited longest. */
async function takeTurn(db: Database): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    with unread as (
      select documents.id, author_id, picture_turn, type, object_key
      from assistant.documents join assistant.posts on document_id = documents.id
        join assistant.files on files.id = documents.id
      where unread_pages <> '{}' and state = 'done' and not gone
    ),
    turns as (
      select author_id, max(picture_turn) as last
      from assistant.posts join assistant.documents on documents.id = document_id
      where author_id in (select author_id from unread) group by author_id
    )
    update assistant.documents set picture_turn = nextval('assistant.picture_turns')
    from (select unread.* from unread join turns using (author_id) order by last, picture_turn, id limit 1) next
    where documents.id = next.id
    returning documents.id, type, object_key, unread_pages[:${sql.lit(pagesOfTurn)}] as pages`.execute(db)
  return rows[0] ?? null
}

async function readTurn(deps: PictureDeps, { id, type, object_key, pages }: Turn): Promise<void> {
  return inOwnFolder(async folder => {
    const path = join(folder, 'document')
    if (!(await copyObject(deps.storage, object_key, path))) return forgetPages(deps.db, id)
    for (const page of pages) {
      const job = { key: id, pdf: type === 'application/pdf', page }
      if (!(await keep(deps, id, page, await deps.ocr.page(path, job, deps.closing)))) return
    }
  })
}

/** Its post is deleted, or its bytes are lost: there is nothing to read. */
async function forgetPages(db: Database, documentId: string): Promise<void> {
  await sql`update assistant.documents set unread_pages = '{}' where id = ${documentId}`.execute(db)
}

/** Whether a page that is cut off is tried again: the pages that were cut off before are still to be. */
const firstTry = sql`(cut_off_at is null or cut_off_pages <> '{}')`

/** Saves what was recognized on a page, with a model of English, or that it was cut off. False if the document is gone, or another server was faster. */
async function keep(
  deps: PictureDeps,
  documentId: string,
  page: number,
  recognized: RecognizedPage | null,
): Promise<boolean> {
  const { passages: all, lines } = recognized ?? { passages: [], lines: [] }
  const passages = all.slice(0, await roomFor(deps.db, documentId))
  const found = passages.length > 0
  const cutOff = recognized === null
  return deps.db.transaction().execute(async trx => {
    const { rows } = await sql<{
      course_id: number
      configuration: string
      pages: number
      unread: boolean
      lastPicture: boolean
    }>`
      update assistant.documents set
        unread_pages = array_remove(unread_pages, ${page}),
        cut_off_pages = case when ${cutOff} and ${firstTry} then cut_off_pages || ${page}::int else cut_off_pages end,
        cut_off_at = case when ${cutOff} and ${firstTry} then ${deps.now()} else cut_off_at end,
        picture_pages = case when ${found} then array_remove(picture_pages, ${page}) else picture_pages end,
        embedded_by = case when ${found} then null else embedded_by end,
        language = case when ${found} then coalesce(language, 'en') else language end,
        configuration = case when ${found} and language is null then 'english' else configuration end
      where id = ${documentId} and ${page} = any(unread_pages) and not gone
      returning new.course_id, new.configuration::text as configuration, new.pages, new.unread_pages <> '{}' as unread,
        ${page} = any(old.picture_pages) and not new.unread_pages && new.picture_pages
          and (new.cut_off_at is null or new.cut_off_pages <> '{}') as "lastPicture"`.execute(trx)
    const document = rows[0]
    if (!document) return false
    if (found) {
      await sql`
        insert into assistant.passages (document_id, course_id, page, place, heading, text, boxes, words)
        select ${documentId}, ${document.course_id}, ${page}, before + place - 1, heading, text, boxes,
          assistant.passage_words(${document.configuration}::regconfig, heading, text)
        from rows from (jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as (heading text, text text, boxes jsonb))
          with ordinality as passage (heading, text, boxes, place),
          (select count(*) as before from assistant.passages where document_id = ${documentId} and page = ${page}) stamps`.execute(
        trx,
      )
      await sql`select assistant.count_words(${documentId}::uuid, ${page})`.execute(trx)
      await sql`
        insert into assistant.recognized_pages (document_id, page, lines)
        values (${documentId}, ${page}, ${JSON.stringify(lines)}::jsonb)`.execute(trx)
    }
    if (!document.unread && deps.embedder) await enqueueEmbedding(trx, deps, documentId)
    if (document.lastPicture) await tellIfLong(trx, deps, documentId, document.pages)
    return true
  })
}
