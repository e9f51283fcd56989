import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { call } from '#web/lib/api.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { filterNames, type MeetingListName } from './search.ts'

type BookingPage = { bookings: Booking[]; next_cursor: string | null }
type PageParam = { offset: number; cursor?: string }

/** One's meetings, six a page. Looked at again every minute: the other side and the clock change them. */
export const meetingsQuery = (list: MeetingListName) =>
  infiniteQueryOptions({
    queryKey: list === 'passed' ? [bookings.passed.path] : [bookings.filtered.path, list],
    queryFn: ({ pageParam, signal }): Promise<BookingPage> => {
      const page = { ...pageParam, timezone: deviceTimeZone() }
      return list === 'passed'
        ? call(bookings.passed, { query: page }, { signal })
        : call(bookings.filtered, { body: { filters: filterNames[list], ...page } }, { signal })
    },
    initialPageParam: { offset: 0 } as PageParam,
    getNextPageParam: (last: BookingPage, all: BookingPage[]): PageParam | undefined =>
      last.next_cursor === null
        ? undefined
        : { offset: all.reduce((sum, page) => sum + page.bookings.length, 0), cursor: last.next_cursor },
    refetchInterval: 60_000,
  })

/** The next of one's meetings of either side, and the requests that wait. */
export const nextMeetingsQuery = queryOptions({
  queryKey: [bookings.pending.path],
  queryFn: async ({ signal }) => (await call(bookings.pending, { query: {} }, { signal })).bookings,
  refetchInterval: 60_000,
})

/** Has everything that shows bookings ask for them again; what is shown stays until the answer is here. */
export function refreshBookings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/api/meeting/'),
  })
}

/** The bookings of a paged list, each once: one that comes while paging can push another onto the next page. */
export function bookingsOf(pages: readonly BookingPage[]): Booking[] {
  return [
    ...new Map(pages.flatMap(page => page.bookings.map(booking => [booking.id, booking] as const))).values(),
  ]
}
