import { useQueryClient } from '@tanstack/react-query'
import { alerts } from '#shared/api/alerts.ts'
import { useLiveEvent } from '#web/lib/live.ts'
import { unreadQuery } from './queries.ts'

/** Keeps the count of unread alerts current on every page. */
export function useLiveAlerts(): void {
  const queryClient = useQueryClient()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
    // A list that isn't on the screen is refetched when it is opened.
    void queryClient.invalidateQueries({ queryKey: [alerts.list.path], refetchType: 'none' })
  }
  useLiveEvent('/product', 'connect', refresh)
  useLiveEvent('/product', 'alert', refresh)
  useLiveEvent('/product', 'alerts_read', refresh)
}
