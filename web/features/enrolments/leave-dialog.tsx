import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { bookings } from '#shared/api/bookings.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { bookingQuery } from '#web/features/bookings/queries.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Gives up a moved place with a full refund. */
export function LeaveDialog({
  bookingId,
  title,
  from,
  to,
  zone,
  open,
  onClose,
}: {
  bookingId: string
  title: string
  from: string
  to: string
  zone: string
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const keep = useRef<HTMLButtonElement>(null)
  const { data: booking } = useQuery({ ...bookingQuery(bookingId, zone), enabled: open })
  const leave = useMutation({
    mutationFn: () => call(bookings.cancel, { body: { bookingId } }),
    onSuccess: ({ booking: left }) => {
      const back = left.refunded && ` We’re refunding ${dollarsText(left.refunded)} to you.`
      toast.success(`You gave up your place.${back ?? ''}`)
      onClose()
    },
    onSettled: () => void refreshBookings(queryClient),
  })
  const refund = booking?.cancel_refund
  return (
    <Dialog
      open={open}
      onClose={() => !leave.isPending && onClose()}
      title="Give up your place?"
      initialFocus={keep}
      finalFocus={() => document.querySelector('main h1')}
      footer={
        <>
          <Button ref={keep} onClick={onClose} disabled={leave.isPending}>
            Keep my place
          </Button>
          <Button variant="danger" pending={leave.isPending} onClick={() => leave.mutate()}>
            Give up your place
          </Button>
        </>
      }
    >
      <p className="font-medium wrap-anywhere" dir="auto">
        {title}
      </p>
      <p className="mt-1 text-14 text-ink-soft">
        It was moved from {from} to {to}. You’ll get a full refund{refund && ` of ${dollarsText(refund)}`},
        and you’ll stay enrolled.
      </p>
      <p role="alert" className="mt-3 text-14 font-medium text-negative empty:hidden">
        {leave.isError && problemText(leave.error)}
      </p>
    </Dialog>
  )
}
