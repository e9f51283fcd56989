import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { unreadQuery } from '#web/features/alerts/queries.ts'
import { useLiveEvent } from '#web/lib/live.ts'
import { refreshBookings } from './refresh-bookings.ts'

/** Keeps what each page shows of bookings current: what the other side does with one comes as an alert. */
export function useLiveBookings(): void {
  const queryClient = useQueryClient()
  const missed = useRef(false)
  const refresh = () => void refreshBookings(queryClient)
  useLiveEvent('/product', 'alert', refresh)
  useLiveEvent('/product', 'disconnect', () => {
    missed.current = true
  })
  useLiveEvent('/product', 'connect', async () => {
    const missedSome = missed.current
    missed.current = false
    if (missedSome || (await cameMeanwhile(queryClient))) refresh()
  })
}

/** Whether an alert came between the answers that the page brought and its live connection: on a slow phone, seconds later. */
async function cameMeanwhile(queryClient: QueryClient): Promise<boolean> {
  const brought = queryClient.getQueryData(unreadQuery.queryKey)
  // The count is on its way already (use-live-alerts.ts).
  const now = await queryClient.fetchQuery({ ...unreadQuery, staleTime: 0 }).catch(() => undefined)
  return brought !== undefined && now !== undefined && now > brought
}
