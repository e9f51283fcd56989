import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLiveEvent, useLiveReturn } from '#web/lib/live.ts'
import { unreadQuery } from './queries.ts'

/** Runs `refresh` whenever others may have changed what the page shows: that comes as an alert. */
export function useLiveChanges(refresh: () => void): void {
  const queryClient = useQueryClient()
  const missed = useRef(false)
  const brought = useRef<number>(undefined)
  useLiveEvent('/product', 'alert', refresh)
  // So it comes to somebody who turned such alerts off.
  useLiveEvent('/product', 'changed', refresh)
  useLiveReturn('/product', refresh)
  useLiveEvent('/product', 'disconnect', () => {
    missed.current = true
  })
  useLiveEvent('/product', 'connect', () => {
    brought.current = queryClient.getQueryData(unreadQuery.queryKey)
    if (missed.current) refresh()
    missed.current = false
  })
  // An alert may have come between the answers that the page brought and its live connection: on a slow phone, seconds later.
  useLiveEvent<{ unread: number }>('/product', 'alerts_unread', ({ unread }) => {
    if (brought.current !== undefined && unread > brought.current) refresh()
  })
}
