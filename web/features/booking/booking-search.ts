import type { Run } from './queries.ts'

export type BookingStep = 'time' | 'summary'

/** What the address of a post's page says of the drawer in which its author is booked. */
export type BookingSearch = {
  book?: BookingStep | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Reads it; the time that was chosen is in it, so that a reload or a link loses nothing. */
export function parseBookingSearch(search: Record<string, unknown>): BookingSearch {
  // Each is named even where it has no value, or the router would keep what the address says.
  if (search.book === undefined) return { book: undefined, from: undefined, to: undefined }
  const run = runOf(search)
  return { book: search.book === 'summary' ? 'summary' : 'time', from: run?.start, to: run?.end }
}

/** The time in an address, or null where there is none that can be one. */
export function runOf({ from, to }: { from?: unknown; to?: unknown }): Run | null {
  const [start, end] = [Date.parse(String(from)), Date.parse(String(to))]
  if (!(start < end)) return null
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}
