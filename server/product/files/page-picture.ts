import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { ProcessFailure } from '#server/platform/sandbox/failure.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { type DocumentType, fileLimits } from '#shared/domain/file-types.ts'
import { fetchObject } from './check-document.ts'
import type { AcceptedType } from './inspection/inspection.ts'
import { fileProblem } from './problems.ts'

type PictureDeps = Pick<Deps, 'db' | 'storage' | 'fileProcesses' | 'log' | 'now'>
type Document = { id: string; object_key: string; type: DocumentType; pages: number | null }

/**
 * A small picture of a document's page. Drawn when somebody first asks for it, since most pages are never
 * looked for, and then kept. Null if there is no such page or it can't be drawn; throws a Problem while too
 * many others wait. The caller has checked that the person may read the document.
 */
export async function pagePicture(
  deps: PictureDeps,
  personId: string,
  document: Document,
  page: number,
): Promise<Readable | null> {
  if (page > (document.pages ?? 1)) return null
  const kept = await deps.db
    .selectFrom('page_pictures')
    .select(['object_key', 'failed_at'])
    .where('file_id', '=', document.id)
    .where('page', '=', page)
    .executeTakeFirst()
  const again = kept?.failed_at && Temporal.Instant.compare(kept.failed_at, deps.now().subtract(pause)) <= 0
  const key = kept && !again ? kept.object_key : await draw(deps, personId, document, page, Boolean(again))
  return key === null ? null : deps.storage.get(key)
}

/** Before a page is tried again that couldn't be drawn, if that may be the machine's fault. */
const pause = { hours: 24 }

/** Returns where the picture is kept; null if the page can't be drawn, which is kept too, for good after the second time. */
async function draw(
  { db, storage, fileProcesses, log, now }: PictureDeps,
  personId: string,
  { id, object_key, type }: Document,
  page: number,
  again: boolean,
): Promise<string | null> {
  return inOwnFolder(async folder => {
    const fetch = (path: string) => fetchObject(storage, object_key, path, fileLimits.documentBytes)
    const drawn = join(folder, 'picture')
    let key: string | null = `files/${randomUUID()}.webp`
    let failedAt: Temporal.Instant | null = null
    try {
      await fileProcesses.inspector.smallPage(personId, fetch, type as AcceptedType, page, drawn)
      await storage.putFile(key, drawn, 'image/webp')
    } catch (error) {
      if (!(error instanceof ProcessFailure && isOfFile(error))) return fileProblem(error)
      log.warn({ err: error, document: id, page }, 'drawing a page’s picture failed')
      key = null
      if (error.reason !== 'refused' && !again) failedAt = now()
    }
    // If two requests draw the same page at once, the second uses the first one's picture. If the document was deleted
    // meanwhile, nothing is kept.
    const { rows } = await sql<{ object_key: string | null }>`
      insert into page_pictures (file_id, page, object_key, failed_at)
      select id, ${page}, ${key}, ${failedAt}::timestamptz from (select id from files where id = ${id} for key share) there
      on conflict (file_id, page) do update set object_key = coalesce(page_pictures.object_key, excluded.object_key),
        failed_at = case when page_pictures.object_key is null then excluded.failed_at end
      returning object_key`.execute(db)
    const kept = rows[0]?.object_key ?? null
    if (key && key !== kept) await storage.remove(key)
    return kept
  })
}

const isOfFile = ({ reason }: ProcessFailure) => ['refused', 'timeout', 'died'].includes(reason)
