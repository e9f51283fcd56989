import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type Alert, alerts } from '#shared/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { unreadKey } from './unread-key.ts'

export type AlertFilter = 'all' | 'unread'

export type AlertPage = { data: Alert[]; next_cursor: string | null; seen: string }

/** A page of the person's alerts, from the latest or after a given one. */
export function fetchAlerts(
  filter: AlertFilter,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<AlertPage> {
  const query = {
    timezone: deviceTimeZone(),
    cursor,
    ...(filter === 'unread' && { unread: 'true' as const }),
  }
  return call(alerts.list, { query }, signal && { signal })
}

/** The person's alerts, the latest first. New ones are added automatically (use-arrivals.ts). */
export const alertsQuery = (filter: AlertFilter) =>
  infiniteQueryOptions({
    queryKey: [alerts.list.path, filter],
    queryFn: ({ pageParam, signal }) => fetchAlerts(filter, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: AlertPage) => last.next_cursor ?? undefined,
    refetchOnWindowFocus: false,
  })

export const unreadQuery = queryOptions({
  queryKey: unreadKey,
  queryFn: async ({ signal }) => (await call(alerts.unread, {}, { signal })).unread,
  // Live events announce changes.
  staleTime: 5 * 60_000,
})

export const preferencesQuery = queryOptions({
  queryKey: [alerts.preferences.path],
  queryFn: async ({ signal }) => (await call(alerts.preferences, {}, { signal })).data,
})

/** What an unsubscribe link ends. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: [alerts.subscription.path, token],
    queryFn: ({ signal }) => call(alerts.subscription, { query: { token } }, { signal }),
    retry: false,
  })
