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
  const [at = '', id = ''] = cursor.split('_')
  if (!/^\d{4}-\d\d-\d\dT[\d:]{8}\.(\d{3}){1,2}Z$/.test(at)) throw strange(part)
  try {
    return { at: Temporal.Instant.from(at), id: parseIdCursor(id) }
  } catch {
    throw strange(part)
  }
}

/** The id in a cursor of a list sorted by id. */
export function parseIdCursor(cursor: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) return cursor
  throw strange('query')
}

const strange = (part: RequestPart) => invalidField(`${part}.cursor`, 'This isn’t a cursor of this list.')
