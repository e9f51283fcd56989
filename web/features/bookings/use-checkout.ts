import { useMutation, useQueryClient } from '@tanstack/react-query'
import { payments } from '#shared/api/payments.ts'
import { termsVersion } from '#shared/api/terms.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useRestored } from '#web/lib/use-restored.ts'
import { toast } from '#web/ui/toast.ts'
import { leaveForCheckout } from './leave-for-checkout.ts'
import { refreshBookings } from './refresh-bookings.ts'
import { quoteQuery, type Run, refreshTiles } from './slot-queries.ts'
import type { Asked } from './subject.ts'

type Order = {
  asked: Asked
  run: Run
  /**
   * What the person saw and agreed to, along with the terms; left out to go back to a hold, which keeps its price
   * and the version of the terms that was agreed to then.
   */
  total?: string
  /** Left out for that of an earlier hold. */
  message?: string | undefined
}

/** Holds a time and goes to its payment page; repeated for the same time, it is the same page. */
export function useCheckout(zone: string) {
  const queryClient = useQueryClient()
  const checkout = useMutation({
    mutationFn: async ({ asked, run, total, message }: Order) => {
      const [start, end] = [wallClock(instantOf(run.start), zone), wallClock(instantOf(run.end), zone)]
      const { url } = await call(payments.bookSlot, {
        body: {
          ...asked,
          date: start.date,
          start_time: start.time,
          end_time: end.time,
          timezone: zone,
          start: run.start,
          end: run.end,
          total,
          message: message?.trim(),
          ...(total === undefined ? { resume: true } : { terms: true, terms_version: termsVersion }),
        },
      })
      void refreshBookings(queryClient)
      await leaveForCheckout(url)
    },
    onError: (error, { asked, run, total }) => {
      // If the hold is over, the button that goes back to it is gone in a moment.
      if (total === undefined) toast.error(problemText(error))
      if (!(error instanceof ProblemError)) return
      // Somebody else has the time by now, the price changed, or the person holds the time already: refetches it.
      if (error.code === 'slot_taken') refreshTiles(queryClient, asked)
      if (error.code === 'conflict') {
        refreshTiles(queryClient, asked)
        void refreshBookings(queryClient)
        void queryClient.invalidateQueries({ queryKey: quoteQuery(asked, run).queryKey })
      }
    },
  })

  const { reset } = checkout
  useRestored(reset)

  return {
    proceed: checkout.mutate,
    /** From the click until the other page is there. */
    processing: checkout.isPending || checkout.isSuccess,
    error: checkout.error,
    forget: reset,
  }
}

function instantOf(iso: string): Temporal.Instant {
  return Temporal.Instant.from(iso)
}
