import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { unreadQuery } from '#web/features/alerts/queries.ts'
import { useLiveEvent, useLiveReturn } from '#web/lib/live.ts'
import { refreshBookings } from './refresh-bookings.ts'

/** Keeps what each page shows of bookings current: what the other side does with one comes as an alert. */
export function useLiveBookings(): void {
  const queryClient = useQueryClient()
  const missed = useRef(false)
  const brought = useRef<number>(undefined)
  const refresh = () => void refreshBookings(queryClient)
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
