import { useMutation, useQueryClient } from '@tanstack/react-query'
import { payments } from '#shared/api/payments.ts'
import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { leaveForCheckout } from '#web/features/bookings/leave-for-checkout.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useRestored } from '#web/lib/use-restored.ts'
import { toast } from '#web/ui/toast.ts'

type Place = { session: Session; occurrence: Occurrence; zone: string }

/**
 * Holds a place in an occurrence, as it is on the page, and goes to its payment page; repeated, it is the same page. `total`: what the
 * student agreed to pay, along with the terms; left out to go back to a hold, which keeps both.
 */
export function usePlaceCheckout({ session, occurrence, zone }: Place) {
  const queryClient = useQueryClient()
  const checkout = useMutation({
    mutationFn: async (total?: string) => {
      const { url } = await call(payments.bookSession, {
        body: {
          session_id: session.id,
          occurrence_id: occurrence.id,
          timezone: zone,
          total,
          shown: { starts_on: occurrence.starts_at, location: session.location },
          ...(total === undefined ? { resume: true } : { terms: true, terms_version: termsVersion }),
        },
      })
      // Its card says after Back that it is held.
      void refreshBookings(queryClient)
      await leaveForCheckout(url)
    },
    onError: (error, total) => {
      // If the hold is over, the button that goes back to it is gone in a moment.
      if (total === undefined) toast.error(problemText(error))
      // If refused, the displayed data was outdated.
      if (error instanceof ProblemError) void refreshBookings(queryClient)
    },
  })
  useRestored(checkout.reset)
  return {
    proceed: checkout.mutate,
    /** From the click until the other page is there. */
    processing: checkout.isPending || checkout.isSuccess,
    error: checkout.error,
    forget: checkout.reset,
  }
}
