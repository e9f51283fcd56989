import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { sweep } from '#server/platform/storage/sweep.ts'

export const uploadsPrefix = 'chat-uploads/'
export const filesPrefix = 'chat-files/'

const job = 'remove-chat-files'

type Keys = { upload_key: string; object_key: string | null }

async function deleteRows(db: Database, where: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<Keys>`
    delete from chat.attachments where ${where} returning upload_key, object_key`.execute(db)
  return rows.flatMap(({ upload_key, object_key }) => (object_key ? [upload_key, object_key] : [upload_key]))
}

/** Removes attachments: nobody finds them once the transaction commits, and a job removes their objects. */
export async function removeAttachments(
  trx: Trx,
  { jobs }: Pick<Deps, 'jobs'>,
  name: string,
  where: RawBuilder<unknown>,
): Promise<void> {
  const keys = await deleteRows(trx, where)
  if (keys.length > 0) await jobs.enqueue(trx, job, name, { keys })
}

type SweepDeps = Pick<Deps, 'db' | 'storage' | 'now'>

/**
 * The jobs that remove objects: those of deleted attachments at once, uploads that were never sent after a
 * day, and each night whatever no row refers to.
 */
export function defineRemovals(deps: SweepDeps & Pick<Deps, 'jobs'>): void {
  const { jobs, storage } = deps
  jobs.define<{ keys: string[] }>(job, {
    async run({ keys }) {
      for (const key of await unneeded(deps.db, keys)) {
        if (key.startsWith(uploadsPrefix)) await storage.retire(key)
        else await storage.remove(key)
      }
    },
  })
  jobs.define('sweep-chat-uploads', { every: '27 * * * *', run: () => sweepUnsent(deps) })
  jobs.define('sweep-chat-objects', { every: '53 3 * * *', run: () => sweepObjects(deps) })
}

/**
 * The keys that no row refers to anymore and no operator still has to look at; after this job,
 * `sweepObjects` finds the rest.
 */
async function unneeded(db: Database, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as key
    where not exists (select from chat.attachments where upload_key = key and object_key is null)
      and not exists (select from chat.attachments where object_key = key)
      and not exists (select from chat.held_objects where object_key = key)`.execute(db)
  return rows.map(({ key }) => key)
}

const batch = 500

/**
 * Removes uploads of a day ago that were never sent. `sweepObjects` finds objects that a crash leaves behind.
 */
export async function sweepUnsent({ db, storage, now }: SweepDeps): Promise<void> {
  await sql`delete from chat.upload_charges where charged_at < ${now().subtract({ hours: 24 })}`.execute(db)
  const keys = await deleteRows(
    db,
    sql`seq is null and id in (
      select id from chat.attachments where seq is null and created_at < ${now().subtract({ hours: 24 })}
      order by created_at limit ${sql.lit(batch)})`,
  )
  for (const key of keys) await storage.remove(key)
}

/** Removes objects older than a day that no row refers to. */
export async function sweepObjects(deps: SweepDeps): Promise<void> {
  await sweep(deps, [uploadsPrefix, filesPrefix], keys => unneeded(deps.db, keys))
}
