import { useQueryClient } from '@tanstack/react-query'
import { useLiveChanges } from '#web/features/alerts/use-live-changes.ts'
import { refreshBookings } from './refresh-bookings.ts'

/** Keeps what each page shows of bookings current. */
export function useLiveBookings(): void {
  const queryClient = useQueryClient()
  useLiveChanges(() => void refreshBookings(queryClient))
}
