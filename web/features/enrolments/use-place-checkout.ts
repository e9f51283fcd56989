import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { leaveForCheckout, useBackFromCheckout } from '#web/features/booking/leave-for-checkout.ts'
import { refreshSessions } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'

type Place = Pick<
  CallInput<typeof payments.bookSession>['body'],
  'session_id' | 'occurrence_id' | 'timezone' | 'total'
>

/** Holds a place in a time of a session and leaves for the page on which it is paid; asked again, that is the same page. */
export function usePlaceCheckout() {
  const queryClient = useQueryClient()
  const checkout = useMutation({
    mutationFn: async (place: Place) => {
      const { url } = await call(payments.bookSession, {
        body: { ...place, terms: true, terms_version: termsVersion },
      })
      leaveForCheckout(url)
    },
    // Held, its card says so after Back; refused, what is shown of it was old.
    onSuccess: () => refreshSessions(queryClient),
    onError: error => {
      if (error instanceof ProblemError) refreshSessions(queryClient)
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
