import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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
  useLiveEvent('/product', 'connect', () => {
    if (missed.current) refresh()
    missed.current = false
  })
}
