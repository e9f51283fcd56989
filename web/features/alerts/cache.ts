import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Alert } from '#shared/api/alerts.ts'
import { changeAnswer } from '#web/lib/change-answer.ts'
import { type AlertFilter, type AlertPage, alertsQuery, unreadQuery } from './queries.ts'

type Pages = InfiniteData<AlertPage>

const filters: readonly AlertFilter[] = ['all', 'unread']

/** Shows some alerts, or all visible ones, as read or unread; they stay in place. */
export function showRead(queryClient: QueryClient, ids: ReadonlySet<string> | 'all', read: boolean): void {
  for (const filter of filters) {
    changeAnswer<Pages>(queryClient, alertsQuery(filter).queryKey, pages =>
      mapAlerts(pages, alert => (ids === 'all' || ids.has(alert.id) ? { ...alert, read } : alert)),
    )
  }
}

/** Shows as read what the latest page of unread alerts should have, as far as it reaches, and doesn't. */
export function showReadElsewhere(queryClient: QueryClient, unread: AlertPage): void {
  const shown = filters.flatMap(
    filter => queryClient.getQueryData(alertsQuery(filter).queryKey)?.pages.flatMap(page => page.data) ?? [],
  )
  const read = shown.filter(missingFrom(unread))
  if (read.length) showRead(queryClient, new Set(read.map(({ id }) => id)), true)
}

/** Finds the alerts that a page should have, as far as it reaches, and doesn't. */
function missingFrom({ data, next_cursor }: AlertPage): (alert: Alert) => boolean {
  const there = new Set(data.map(({ id }) => id))
  return ({ id }) => !there.has(id) && (next_cursor === null || id >= next_cursor)
}

/** Shows the count that a call answered. */
export function showUnread(queryClient: QueryClient, unread: number): void {
  queryClient.setQueryData(unreadQuery.queryKey, unread)
}

/** The list on the screen may be older than what is read next. */
export function forgetAlerts(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([
    ...filters.map(filter => queryClient.invalidateQueries({ queryKey: alertsQuery(filter).queryKey })),
    queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  ])
}

/**
 * Puts the latest page before the visible ones: new alerts, and changes to existing ones. What it lacks has been
 * deleted, or else only read.
 */
export function bringIn(queryClient: QueryClient, filter: AlertFilter, latest: AlertPage): void {
  changeAnswer<Pages>(queryClient, alertsQuery(filter).queryKey, pages =>
    joined(filter === 'all' ? withoutDeleted(pages, latest) : pages, latest),
  )
}

/** Shows visible alerts as they are in the latest page, which moves nothing. */
export function showChanges(queryClient: QueryClient, filter: AlertFilter, latest: AlertPage): void {
  const fresh = new Map(latest.data.map(alert => [alert.id, alert]))
  changeAnswer<Pages>(queryClient, alertsQuery(filter).queryKey, pages =>
    mapAlerts(pages, alert => fresh.get(alert.id) ?? alert),
  )
}

function withoutDeleted(pages: Pages, latest: AlertPage): Pages {
  const isDeleted = missingFrom(latest)
  const kept = (alert: Alert) => !isDeleted(alert)
  return { ...pages, pages: pages.pages.map(page => ({ ...page, data: page.data.filter(kept) })) }
}

/** How many of a page aren't visible yet. */
export function countNew(shown: readonly Alert[], latest: AlertPage): number {
  const known = new Set(shown.map(({ id }) => id))
  return latest.data.filter(({ id }) => !known.has(id)).length
}

/**
 * The list with the latest page on top, each alert once and as it is now. If none of that page is known,
 * there may be a gap, so it becomes the whole list.
 */
function joined(pages: Pages, latest: AlertPage): Pages {
  const shown = pages.pages.flatMap(page => page.data)
  // More came than fits on a page: what is in between is unknown.
  if (latest.next_cursor !== null && countNew(shown, latest) === latest.data.length) {
    return { pages: [latest], pageParams: [undefined] }
  }
  const fresh = new Map(latest.data.map(alert => [alert.id, alert]))
  const [first, ...rest] = pages.pages.map(page => ({
    ...page,
    data: page.data.map(alert => take(fresh, alert)),
  }))
  if (!first) return pages
  return {
    ...pages,
    pages: [{ ...first, data: [...fresh.values(), ...first.data], seen: latest.seen }, ...rest],
  }
}

function take(fresh: Map<string, Alert>, alert: Alert): Alert {
  const newer = fresh.get(alert.id)
  fresh.delete(alert.id)
  return newer ?? alert
}

function mapAlerts(pages: Pages, change: (alert: Alert) => Alert): Pages {
  return { ...pages, pages: pages.pages.map(page => ({ ...page, data: page.data.map(change) })) }
}
