import type { Readable } from 'node:stream'
import type { RawBuilder } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'

export type ExportRow = Record<string, unknown>

/**
 * A person's rows in one list of their export, with the product's names and never with another person's id.
 */
export type ExportList = {
  file: string
  about: string
  query: (userId: string) => RawBuilder<ExportRow>
  /** How many rows are fetched at once: fewer than usual if each may be large. */
  rowsAtOnce?: number
  /** What the export contains of the rows, if not the rows themselves. */
  read?: (db: Database, userId: string, rows: ExportRow[]) => Promise<ExportRow[]>
}

export type ExportFile = {
  /** Orders the files of its kind. */
  key: string
  path: string
  created_at: Temporal.Instant
  /** Its bytes; null if it was deleted meanwhile. */
  read: () => Promise<Readable | null>
}

/** How many files are listed at once. */
export const exportFilesAtOnce = 500

/** Files of one kind in a person's export. */
export type ExportFiles = {
  /** Each of its folders, with what is in it. */
  folders: Record<string, string>
  /** How many files there are of the person with this id, an expression. */
  count: (userId: RawBuilder<unknown>) => RawBuilder<number>
  /** The next `exportFilesAtOnce` files after a key, in the order of their keys. */
  after: (deps: Pick<Deps, 'db' | 'storage'>, userId: string, key: string | null) => Promise<ExportFile[]>
}
