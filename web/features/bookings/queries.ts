import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { cursorPaging } from '#web/lib/cursor-paging.ts'
import { eachOnce } from '#web/lib/each-once.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { filterNames, type MeetingListName } from './search.ts'

type BookingPage = { bookings: Booking[]; next_cursor: string | null }

/**
 * The person's meetings, six a page. Refetched every minute: the other side and the settle job change them.
 */
export const bookingsQuery = (list: MeetingListName) =>
  infiniteQueryOptions({
    queryKey: list === 'passed' ? [bookings.passed.path] : [bookings.filtered.path, list],
    queryFn: ({ pageParam, signal }): Promise<BookingPage> => {
      const page = { ...pageParam, timezone: deviceTimeZone() }
      return list === 'passed'
        ? call(bookings.passed, { query: page }, { signal })
        : call(bookings.filtered, { body: { filters: [filterNames[list]], ...page } }, { signal })
    },
    ...cursorPaging<BookingPage>(page => page.bookings),
    refetchInterval: 60_000,
  })

/** One of the person's bookings. For an unpaid one, the server first asks the payment provider. */
export const bookingQuery = (id: string, zone: string | null) =>
  queryOptions({
    queryKey: [bookings.get.path, id, zone],
    queryFn: async ({ signal }) => {
      const query = { timezone: zone ?? undefined }
      return (await call(bookings.get, { params: { id }, query }, { signal })).booking
    },
    enabled: zone !== null,
    staleTime: 0,
  })

/** The person's next meeting on either side, and the requests to answer. */
export const nextBookingsQuery = queryOptions({
  queryKey: [bookings.next.path],
  queryFn: ({ signal }) => call(bookings.next, {}, { signal }),
  refetchInterval: 60_000,
})

/** The bookings of a paged list, each once. */
export function bookingsOf(pages: readonly BookingPage[]): Booking[] {
  return eachOnce(pages.flatMap(page => page.bookings))
}
