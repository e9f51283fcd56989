import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { leaveForCheckout, useBackFromCheckout } from '#web/features/bookings/leave-for-checkout.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'

type Place = Pick<
  CallInput<typeof payments.bookSession>['body'],
  'session_id' | 'occurrence_id' | 'timezone' | 'total'
>

/** Holds a place in an occurrence and goes to its payment page; repeated, it is the same page. */
export function usePlaceCheckout() {
  const queryClient = useQueryClient()
  const checkout = useMutation({
    mutationFn: async (place: Place) => {
      const { url } = await call(payments.bookSession, {
        body: { ...place, terms: true, terms_version: termsVersion },
      })
      leaveForCheckout(url)
    },
    // Once held, its card says so after Back; if refused, the displayed data was outdated.
    onSuccess: () => void refreshBookings(queryClient),
    onError: error => {
      if (error instanceof ProblemError) void refreshBookings(queryClient)
    },
  })
  useBackFromCheckout(checkout.reset)
  return {
    proceed: checkout.mutate,
    /** From the click until the other page is there. */
    processing: checkout.isPending || checkout.isSuccess,
    error: checkout.error,
    forget: checkout.reset,
  }
}
