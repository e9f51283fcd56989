import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { schedules } from '#shared/api/schedules.ts'
import type { SlotLength } from '#shared/domain/slots.ts'
import { call } from '#web/lib/api.ts'
import type { Asked } from './subject.ts'

export type Tiles = CallOutput<typeof schedules.tiles>
export type Quote = CallOutput<typeof payments.quote>

/** A time to book, as instants. */
export type Run = { start: string; end: string }

/** How often visible times are refetched, in milliseconds: others may take them meanwhile. */
const freshness = 4_000

/** The bookable times of somebody. */
export const tilesQuery = (asked: Asked, zone: string | null, minutes: SlotLength) =>
  queryOptions({
    queryKey: [schedules.tiles.path, asked, zone, minutes],
    queryFn: ({ signal }) => {
      const query = { ...asked, timezone: zone!, minutes: minutes === 60 ? '60' : '30' } as const
      return call(schedules.tiles, { query }, { signal })
    },
    enabled: zone !== null,
    staleTime: 0,
    refetchInterval: freshness,
    // Tiles of the old length stay until the new ones are here; the days are the same.
    placeholderData: keepPreviousData,
  })

/** Refetches the times of somebody. */
export function refreshTiles(queryClient: QueryClient, asked: Asked): void {
  void queryClient.invalidateQueries({ queryKey: [schedules.tiles.path, asked] })
}

/** The current price of a time. */
export const quoteQuery = (asked: Asked, run: Run | null) =>
  queryOptions({
    queryKey: [payments.quote.path, asked, run?.start, run?.end],
    queryFn: ({ signal }) => call(payments.quote, { query: { ...asked, ...run! } }, { signal }),
    enabled: run !== null,
    staleTime: 0,
  })
