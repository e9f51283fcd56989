import { useQueryClient } from '@tanstack/react-query'
import { alerts } from '#shared/api/alerts.ts'
import { useLiveEvent, useLiveReturn } from '#web/lib/live.ts'
import { unreadQuery } from './queries.ts'

/** Keeps the count of unread alerts current on every page. */
export function useLiveAlerts(): void {
  const queryClient = useQueryClient()
  // A list that isn't on the screen is refetched when it is opened.
  const expireLists = () =>
    void queryClient.invalidateQueries({ queryKey: [alerts.list.path], refetchType: 'none' })
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey })
    expireLists()
  }
  useLiveEvent('/product', 'connect', expireLists)
  useLiveEvent<{ unread: number }>('/product', 'alerts_unread', ({ unread }) =>
    queryClient.setQueryData(unreadQuery.queryKey, unread),
  )
  useLiveEvent('/product', 'alert', refresh)
  useLiveEvent('/product', 'alerts_read', refresh)
  useLiveReturn('/product', refresh)
}
