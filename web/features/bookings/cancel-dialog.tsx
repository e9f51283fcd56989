import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { stateName } from '#shared/domain/booking-card.ts'
import { isLive } from '#shared/domain/booking-states.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { otherOf } from './booking-facts.ts'
import { BookingTerms } from './booking-terms.tsx'
import { cancelWords } from './cancel-words.ts'
import { dollarsText, ownAmount } from './dollars-text.ts'
import { bookingQuery } from './queries.ts'
import { refreshBookings } from './refresh-bookings.ts'
import { RemarksDialog } from './remarks-dialog.tsx'

/** Cancels a booking before its start, and first shows the refund by the frozen policy. */
export function CancelDialog({
  booking: known,
  zone,
  open,
  onClose,
  onCancelled,
  finalFocus,
}: {
  booking: Booking
  zone: string
  open: boolean
  onClose: () => void
  onCancelled: () => void
  finalFocus: () => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  // The refund depends on the time left, so it is fetched now and while the person thinks.
  const { data: booking = known } = useQuery({
    ...bookingQuery(known.id, zone),
    placeholderData: known,
    enabled: open,
    refetchInterval: 15_000,
  })
  const cancel = useMutation({
    mutationKey: [bookings.cancel.path, known.id],
    mutationFn: (remarks: string) => {
      const refund = booking.cancel_refund ?? undefined
      return call(bookings.cancel, { body: { bookingId: known.id, remarks, refund } })
    },
    onSuccess: ({ booking: cancelled }) => {
      toast.success(cancelledText(cancelled))
      onCancelled()
    },
    onError: () => void refreshBookings(queryClient),
  })
  const { button, question } = cancelWords(booking)
  const possible = booking.cancel_refund !== null
  return (
    <RemarksDialog
      sending={cancel}
      open={open}
      onClose={onClose}
      title={question}
      action={possible ? button : null}
      hint={`We’ll send them to ${otherOf(booking).name} with the cancellation.`}
      finalFocus={finalFocus}
    >
      {possible ? (
        <div className="rounded-10 bg-sunken px-4 py-3">
          <p className="font-medium">{refundText(booking)}</p>
          <p className="mt-1 text-14 text-ink-soft">{booking.refund_terms}</p>
        </div>
      ) : (
        <p className="text-14 text-ink-soft">
          You can’t cancel this booking anymore.{' '}
          {isLive(booking.status) ? (
            'It has already started.'
          ) : (
            <>
              Its status is now <strong>{stateName(booking.status)}</strong>.
            </>
          )}
        </p>
      )}
      <BookingTerms booking={booking} zone={zone} />
    </RemarksDialog>
  )
}

function refundText(booking: Booking): string {
  const { cancel_refund, role } = booking
  const paid = ownAmount(booking)
  const back = dollarsText(cancel_refund ?? '0')
  const whom = role === 'student' ? 'You' : otherOf(booking).name
  const get = role === 'student' ? 'get' : 'gets'
  if (cancel_refund === paid) return `${whom} ${get} a full refund of ${back}.`
  if (cancel_refund === '0.00') return `${whom} won’t get a refund of the ${dollarsText(paid)}.`
  return `${whom} ${get} a refund of ${back} of the ${dollarsText(paid)}.`
}

function cancelledText(booking: Booking): string {
  const { refunded, role } = booking
  const { done } = cancelWords(booking)
  if (refunded === null) return done
  const whom = role === 'student' ? 'you' : otherOf(booking).name
  return `${done} We’re refunding ${dollarsText(refunded)} to ${whom}.`
}
