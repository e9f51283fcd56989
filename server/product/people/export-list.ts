import type { RawBuilder } from 'kysely'
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
