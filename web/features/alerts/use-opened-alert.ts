import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { alerts } from '#shared/api/alerts.ts'
import { call } from '#web/lib/api.ts'
import { showRead, showUnread } from './cache.ts'

/** Marks as read the alert whose mail led to the page, and takes its id out of the address. */
export function useOpenedAlert(): void {
  const id = useSearch({ from: '/_signed-in', select: ({ alert }) => alert })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const mark = useEffectEvent(async (alert: string) => {
    void navigate({
      to: '.',
      search: old => ({ ...old, alert: undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
    })
    try {
      const { unread } = await call(alerts.mark, { body: { ids: [alert], read: true } })
      showRead(queryClient, new Set([alert]), true)
      showUnread(queryClient, unread)
    } catch {
      // It is another person's, or gone: the page that they came for is here.
    }
  })
  useEffect(() => {
    if (id) void mark(id)
  }, [id])
}
