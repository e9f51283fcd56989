import { type RawBuilder, sql } from 'kysely'
import { isUuid } from '#shared/api/fields.ts'
import { invalidField } from './problem.ts'

/** Where a call takes its input. */
export type RequestPart = 'query' | 'body'

/**
 * Where a page ended in a list sorted by time, and by id within the same time. To the microsecond, as the
 * database compares it: with a digit less, a page would begin before the last one's end.
 */
export function timeCursor(at: Temporal.Instant, id: string): string {
  return `${at.toString({ smallestUnit: 'microsecond' })}_${id}`
}

/**
 * The time and the id of a cursor; refuses one that this list can't have issued, at its field in the given part
 * of the request.
 */
export function parseTimeCursor(
  cursor: string,
  part: RequestPart = 'query',
): { at: Temporal.Instant; id: string } {
  const { key, id } = parseKeyCursor(cursor, /^\d{4}-\d\d-\d\dT[\d:]{8}\.(\d{3}){1,2}Z$/, part)
  try {
    return { at: Temporal.Instant.from(key), id }
  } catch {
    throw badCursor(part)
  }
}

/**
 * Holds for the rows after a time cursor, in a list sorted by `columns`, a pair of a time and an id; without a cursor,
 * for all. Refuses a cursor that this list can't have issued.
 */
export function afterTimeCursor(
  cursor: string | null | undefined,
  columns: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
  part: RequestPart = 'query',
): RawBuilder<boolean> {
  if (cursor === undefined || cursor === null) return sql`true`
  const { at, id } = parseTimeCursor(cursor, part)
  return sql`${columns} ${direction === 'asc' ? sql`>` : sql`<`} (${at}::timestamptz, ${id}::uuid)`
}

/**
 * The two parts of a cursor `key_id`, of a list sorted by a key, and by id within the same key; refuses one whose key
 * doesn't have the shape of this list's.
 */
export function parseKeyCursor(
  cursor: string,
  shape: RegExp,
  part: RequestPart = 'query',
): { key: string; id: string } {
  const end = cursor.lastIndexOf('_')
  const key = cursor.slice(0, Math.max(end, 0))
  if (!shape.test(key)) throw badCursor(part)
  return { key, id: parseIdCursor(cursor.slice(end + 1), part) }
}

/** The id in a cursor of a list sorted by id. */
export function parseIdCursor(cursor: string, part: RequestPart = 'query'): string {
  if (isUuid(cursor)) return cursor
  throw badCursor(part)
}

function badCursor(part: RequestPart) {
  return invalidField(`${part}.cursor`, 'This isn’t a cursor of this list.')
}
