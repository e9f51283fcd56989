import { invalidField } from './problem.ts'

/** Where a page ended of a list that is in the order of a time, and of the rows of one time in that of their ids. */
export function timeCursor(at: Date, id: string): string {
  return `${at.toISOString()}_${id}`
}

/** The time and the id of a cursor; one that this list can't have given is refused. */
export function parseTimeCursor(cursor: string): { at: string; id: string } {
  const [at = '', id = ''] = cursor.split('_')
  const known =
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  if (known) return { at, id }
  throw invalidField('query.cursor', 'This isn’t a cursor of this list.')
}
