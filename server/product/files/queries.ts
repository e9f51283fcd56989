import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Files } from '#server/platform/db/types.gen.ts'
import { type DocumentType, fileLimits } from '#shared/domain/file-types.ts'
import { chargeUpload } from './charge.ts'

const columns = ['id', 'name', 'type', 'pages', 'changes', 'upload_key', 'object_key'] as const
export type FileRow = Pick<Selectable<Files>, (typeof columns)[number]>

/** The id in a key, which may come with its folder and extension; null if there is none. */
export function fileIdOf(key: string): string | null {
  return /(?:^|\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\w{1,8})?$/i.exec(key)?.[1] ?? null
}

/**
 * A person's own upload by its key, or their newest upload with that name: a client that requests a link by
 * name and type knows no other name for it.
 */
export async function findUpload(
  db: Database,
  ownerId: string,
  purpose: Files['purpose'],
  keyOrName: string,
): Promise<FileRow | null> {
  const id = fileIdOf(keyOrName)
  const own = db
    .selectFrom('files')
    .select(columns)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .where(
      id
        ? sql<boolean>`id = ${id}`
        : sql<boolean>`${keyOrName} in (name, regexp_replace(name, '\\.[^.]*$', ''))`,
    )
  return (await own.orderBy('created_at', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Announces an upload; null if the person's quota is used up. */
export async function announceUpload(
  db: Database,
  upload: {
    ownerId: string
    purpose: Files['purpose']
    name: string
    type: DocumentType
    size?: number | undefined
    extension: string
  },
): Promise<{ id: string; key: string } | null> {
  return db.transaction().execute(async trx => {
    // An unstated size counts as the largest, or it would be unlimited.
    const largest = upload.purpose === 'document' ? fileLimits.documentBytes : fileLimits.thumbnailBytes
    if (!(await chargeUpload(trx, upload.ownerId, 'upload', upload.size ?? largest))) return null
    const { rows } = await sql<{ id: string; upload_key: string }>`
      insert into files (id, owner_id, purpose, name, type, size, upload_key)
      select id, ${upload.ownerId}, ${upload.purpose}, ${upload.name}, ${upload.type}, ${upload.size ?? null},
        'uploads/' || id || ${`.${upload.extension}`}
      from (select uuidv7() as id) made
      returning id, upload_key`.execute(trx)
    const { id, upload_key } = rows[0]!
    return { id, key: upload_key }
  })
}
