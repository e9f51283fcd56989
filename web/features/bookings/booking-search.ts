import type { Run } from './slot-queries.ts'

export type BookingStep = 'time' | 'summary'

/** The part of a page's address for the booking drawer. */
export type BookingSearch = {
  book?: BookingStep | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Parses it; it contains the chosen time, so that a reload or a link loses nothing. */
export function parseBookingSearch(search: Record<string, unknown>): BookingSearch {
  // Sets each one even without a value, or the router would keep the old one.
  if (search.book === undefined) return { book: undefined, from: undefined, to: undefined }
  const run = runOf(search)
  return { book: search.book === 'summary' ? 'summary' : 'time', from: run?.start, to: run?.end }
}

/** The time in an address, or null if it is missing or invalid. */
export function runOf({ from, to }: { from?: unknown; to?: unknown }): Run | null {
  const [start, end] = [Date.parse(String(from)), Date.parse(String(to))]
  if (!(start < end)) return null
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
}
