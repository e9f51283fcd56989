import { invalidField } from './problem.ts'

/** Where a page ended of a list that is in the order of a time, and of the rows of one time in that of their ids. */
export function timeCursor(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`
}

/** The time and the id of a cursor; one that this list can't have given is refused. */
export function parseTimeCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = cursor.split('_')
  if (/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(at) && !Number.isNaN(Date.parse(at))) {
    return { at, id: parseIdCursor(id) }
  }
  throw strange()
}

/** The id in a cursor of a list that is in the order of its ids. */
export function parseIdCursor(cursor: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(cursor)) return cursor
  throw strange()
}

const strange = () => invalidField('query.cursor', 'This isn’t a cursor of this list.')
