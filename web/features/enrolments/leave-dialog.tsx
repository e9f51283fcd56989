import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bookings } from '#shared/api/bookings.ts'
import { dollarsText } from '#web/features/bookings/dollars-text.ts'
import { bookingQuery } from '#web/features/bookings/queries.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Gives up a moved place with a full refund. */
export function LeaveDialog({
  bookingId,
  title,
  moved,
  zone,
  open,
  onClose,
}: {
  bookingId: string
  title: string
  /** The old and the new time; null if it has the same start. */
  moved: { from: string; to: string } | null
  zone: string
  open: boolean
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const { data: booking } = useQuery({ ...bookingQuery(bookingId, zone), enabled: open })
  const refund = booking?.cancel_refund ?? undefined
  const leave = useMutation({
    mutationFn: () => call(bookings.cancel, { body: { bookingId, refund } }),
    onSuccess: ({ booking: left }) => {
      const back = left.refunded && ` We’re refunding ${dollarsText(left.refunded)} to you.`
      toast.success(`You gave up your place.${back ?? ''}`)
      onClose()
    },
    onSettled: () => void refreshBookings(queryClient),
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Give up your place?"
      action="Give up your place"
      keep="Keep my place"
      finalFocus={() => document.querySelector('main h1')}
      sending={leave}
      onConfirm={() => leave.mutate()}
    >
      <p className="font-medium wrap-anywhere" dir="auto">
        {title}
      </p>
      <p className="mt-1 text-14 text-ink-soft">
        {moved ? `It was moved from ${moved.from} to ${moved.to}.` : 'The tutor changed this session.'} You’ll
        get a full refund{refund && ` of ${dollarsText(refund)}`}, and you’ll stay enrolled.
      </p>
    </ConfirmDialog>
  )
}
