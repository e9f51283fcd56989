import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { tell } from '../alerts/tell.ts'
import {
  type ExportFiles,
  type ExportList,
  type ExportRow,
  exportFilesAtOnce,
} from '../people/export-list.ts'
import { accountKinds } from './account-alert-kinds.ts'
import { type Entry, writeArchive } from './archive.ts'
import { exportDays, exportKey } from './tasks.ts'

/** What every noun adds to an export. */
export type ExportParts = { exportLists: readonly ExportList[]; exportFiles: readonly ExportFiles[] }

type ExportDeps = Pick<Deps, 'db' | 'storage' | 'now' | 'jobs' | 'realtime'> & ExportParts

/** Creates the archive of a task. Skips a finished or canceled task. */
export async function runExport(deps: ExportDeps, taskId: string): Promise<void> {
  const userId = await begin(deps, taskId)
  if (!userId) return
  try {
    const size = await writeArchive(entries(deps, taskId, userId), archive =>
      deps.storage.putStream(exportKey(taskId), archive, 'application/zip'),
    )
    await finish(deps, taskId, size)
  } catch (error) {
    if (!(error instanceof CalledOff)) throw error
  }
}

/** Marks a task whose last attempt failed, so that the person can start another, and removes its remains. */
export async function exportFailed({ db, storage, now }: ExportDeps, taskId: string): Promise<void> {
  const failed = await db
    .updateTable('account_tasks')
    .set({ state: 'failed', finished_at: now() })
    .where('id', '=', taskId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (failed.numUpdatedRows > 0n) await storage.remove(exportKey(taskId))
}

/** The account is being deleted during the export. */
class CalledOff extends Error {}

async function begin({ db, exportLists, exportFiles }: ExportDeps, taskId: string): Promise<string | null> {
  const counts = exportFiles.map(({ count }) => count(sql.ref('account_tasks.user_id')))
  const task = await db
    .updateTable('account_tasks')
    .set({
      state: 'running',
      done: 0,
      total: sql<number>`${exportLists.length} + ${sql.join(counts, sql` + `)}`,
    })
    .where('id', '=', taskId)
    .where('kind', '=', 'export')
    .where('state', 'in', ['waiting', 'running'])
    .returning('user_id')
    .executeTakeFirst()
  return task?.user_id ?? null
}

async function finish(deps: ExportDeps, taskId: string, size: number): Promise<void> {
  const done = await deps.db.transaction().execute(async trx => {
    const finished = await markDone(trx, deps, taskId, size)
    const facts = { days: exportDays }
    if (finished?.user_id)
      await tell(trx, deps, finished.user_id, { kind: accountKinds.export_ready, facts, cause: taskId })
    return finished
  })
  if (done) return
  // After an interruption two runs can overlap: then the other one finished, and this archive replaced its.
  const { numUpdatedRows } = await deps.db
    .updateTable('account_tasks')
    .set({ size })
    .where('id', '=', taskId)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) await deps.storage.remove(exportKey(taskId))
}

function markDone(trx: Trx, { now }: Pick<Deps, 'now'>, taskId: string, size: number) {
  return trx
    .updateTable('account_tasks')
    .set({
      state: 'done',
      object_key: exportKey(taskId),
      size,
      done: sql`total`,
      finished_at: now(),
    })
    .where('id', '=', taskId)
    .where('state', '=', 'running')
    .returning('user_id')
    .executeTakeFirst()
}

async function* entries(deps: ExportDeps, taskId: string, userId: string): AsyncGenerator<Entry> {
  const modified = deps.now()
  yield { path: 'README.txt', content: Readable.from([readme(deps, modified)]), modified }
  for (const list of deps.exportLists) {
    yield { path: list.file, content: Readable.from(json(rowsOf(deps.db, list, userId))), modified }
    await advance(deps, taskId)
  }
  for (const kind of deps.exportFiles) yield* filesOf(deps, kind, taskId, userId)
}

async function* filesOf(
  deps: ExportDeps,
  kind: ExportFiles,
  taskId: string,
  userId: string,
): AsyncGenerator<Entry> {
  let last: string | null = null
  for (;;) {
    const files = await kind.after(deps, userId, last)
    for (const { path, created_at, read } of files) {
      const content = await read()
      if (content) yield { path, content, modified: created_at, stored: true }
      await advance(deps, taskId)
    }
    last = files.at(-1)?.key ?? null
    if (files.length < exportFilesAtOnce) return
  }
}

/** The rows of a list, in batches. */
async function* rowsOf(db: Database, list: ExportList, userId: string): AsyncGenerator<ExportRow> {
  const { rowsAtOnce = 500 } = list
  const trx = await db.startTransaction().execute()
  try {
    // Nothing is fetched while a part of the archive is uploaded, which takes as long as the store is slow.
    await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(trx)
    await sql`declare listed no scroll cursor for ${list.query(userId)}`.execute(trx)
    for (;;) {
      const { rows } = await sql<ExportRow>`fetch ${sql.lit(rowsAtOnce)} from listed`.execute(trx)
      yield* (await list.read?.(trx, userId, rows)) ?? rows
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await trx.rollback().execute()
  }
}

async function advance({ db }: ExportDeps, taskId: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('account_tasks')
    // A file uploaded after the count adds one.
    .set({ done: sql`done + 1`, total: sql`greatest(total, done + 1)` })
    .where('id', '=', taskId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new CalledOff()
}

async function* json(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n'
  for await (const row of rows) {
    yield `${before}${JSON.stringify(row, null, 2)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

function readme({ exportLists, exportFiles }: ExportParts, now: Temporal.Instant): string {
  const folders = exportFiles.flatMap(kind => Object.entries(kind.folders))
  const parts = [...exportLists.map(({ file, about }) => [file, about] as const), ...folders]
  const width = Math.max(...parts.map(([name]) => name.length))
  return `What Ignite stores about you, as of ${now.round('second')}.

${parts.map(([name, about]) => `${name.padEnd(width)}  ${about}`).join('\n')}

The .json files open in any text editor. Times are in UTC.
You can download this export from Ignite for ${exportDays} days. Then we delete it.
`
}
