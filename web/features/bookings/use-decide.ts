import { useMutation, useQueryClient } from '@tanstack/react-query'
import { bookings } from '#shared/api/bookings.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { refreshBookings } from './refresh-bookings.ts'

type Decision = { to: 'approved' | 'declined'; remarks: string }

/** Accepts or declines a request. If another window or the settle job was faster, refetches it. */
export function useDecide(bookingId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [bookings.approve.path, bookingId],
    mutationFn: ({ to, remarks }: Decision) =>
      call(to === 'approved' ? bookings.approve : bookings.reject, {
        body: { bookingId, remarks: remarks.trim(), terms: true, terms_version: termsVersion },
      }),
    onError: error => {
      if (error instanceof ProblemError && error.code === 'conflict') void refreshBookings(queryClient)
    },
  })
}
