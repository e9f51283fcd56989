import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { bookings } from '#shared/api/bookings.ts'
import type { CallOutput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { schedules } from '#shared/api/schedules.ts'
import type { SlotLength } from '#shared/domain/slots.ts'
import { call } from '#web/lib/api.ts'

export type Tiles = CallOutput<typeof schedules.tiles>
export type Quote = CallOutput<typeof payments.quote>

/** A time to book, as instants. */
export type Run = { start: string; end: string }

/** How often times on the screen are asked for again, in milliseconds: they may be taken meanwhile. */
const freshness = 4_000

/** What can be booked of a post's author. */
export const tilesQuery = (postId: string, zone: string | null, minutes: SlotLength) =>
  queryOptions({
    queryKey: [schedules.tiles.path, postId, zone, minutes],
    queryFn: ({ signal }) => {
      const query = { post_id: postId, timezone: zone!, minutes: minutes === 60 ? '60' : '30' } as const
      return call(schedules.tiles, { query }, { signal })
    },
    enabled: zone !== null,
    staleTime: 0,
    refetchInterval: freshness,
    // Tiles of the other length stand in until theirs are here; the days are the same.
    placeholderData: keepPreviousData,
  })

/** Has the times of a post's author asked for again. */
export function refreshTiles(queryClient: QueryClient, postId: string): void {
  void queryClient.invalidateQueries({ queryKey: [schedules.tiles.path, postId] })
}

/** What a time costs now. */
export const quoteQuery = (postId: string, run: Run | null) =>
  queryOptions({
    queryKey: [payments.quote.path, postId, run?.start, run?.end],
    queryFn: ({ signal }) => call(payments.quote, { query: { post_id: postId, ...run! } }, { signal }),
    enabled: run !== null,
    staleTime: 0,
  })

/** One booking of one's own. An unpaid one is asked about at the payment provider first. */
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
