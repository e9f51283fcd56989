import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Booking, bookings } from '#shared/api/bookings.ts'
import { dollarsText, ownAmount } from '#web/features/booking/dollars-text.ts'
import { bookingQuery } from '#web/features/booking/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { otherOf } from './booking-facts.ts'
import { MeetingFacts } from './meeting-facts.tsx'
import { refreshBookings } from './queries.ts'
import { RemarksField, remarksFault } from './remarks-field.tsx'

/** Cancels a booking before its start, and says first what comes back: the policy frozen into it. */
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
  const keep = useRef<HTMLButtonElement>(null)
  const [remarks, setRemarks] = useState('')
  // What comes back depends on the time that is left, so it is asked for now and while one thinks.
  const { data: booking = known } = useQuery({
    ...bookingQuery(known.id, zone),
    placeholderData: known,
    enabled: open,
    refetchInterval: 15_000,
  })
  const cancel = useMutation({
    mutationKey: [bookings.cancel.path, known.id],
    mutationFn: () => call(bookings.cancel, { body: { bookingId: known.id, remarks: remarks.trim() } }),
    onSuccess: ({ booking: cancelled }) => {
      toast.success(cancelledText(cancelled))
      onCancelled()
    },
    onError: () => void refreshBookings(queryClient),
  })
  const possible = booking.cancel_refund !== null
  return (
    <Dialog
      open={open}
      onClose={() => !cancel.isPending && onClose()}
      title="Cancel this meeting?"
      initialFocus={keep}
      finalFocus={finalFocus}
      footer={
        <>
          <Button ref={keep} onClick={onClose} disabled={cancel.isPending}>
            Keep it
          </Button>
          {possible && (
            <Button
              variant="danger"
              pending={cancel.isPending}
              disabled={remarksFault(remarks) !== undefined}
              onClick={() => cancel.mutate()}
            >
              Cancel the meeting
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {possible ? (
          <div className="rounded-10 bg-sunken px-4 py-3">
            <p className="font-medium">{refundText(booking)}</p>
            <p className="mt-1 text-14 text-ink-soft">{termsText(booking)}</p>
          </div>
        ) : (
          <p className="text-14 text-ink-soft">
            This meeting can’t be cancelled any more. It is now: <strong>{booking.status}</strong>.
          </p>
        )}
        <MeetingFacts booking={booking} zone={zone} />
        {possible && (
          <RemarksField
            value={remarks}
            onChange={setRemarks}
            hint={`${otherOf(booking).name} gets them with the news.`}
          />
        )}
        <p role="alert" className="text-14 font-medium text-negative empty:hidden">
          {cancel.isError && problemText(cancel.error)}
        </p>
      </div>
    </Dialog>
  )
}

function refundText(booking: Booking): string {
  const { cancel_refund, role } = booking
  const paid = ownAmount(booking)
  const back = dollarsText(cancel_refund ?? '0')
  const goes = role === 'student' ? 'comes back to you' : `goes back to ${otherOf(booking).name}`
  if (cancel_refund === paid) return `Everything ${goes}: ${back}.`
  if (cancel_refund === '0.00') return `Nothing of the ${dollarsText(paid)} ${goes}.`
  return `${back} of the ${dollarsText(paid)} ${goes}.`
}

/** The terms speak to the student. */
function termsText({ role, refund_terms }: Booking): string {
  return role === 'student' ? refund_terms : `What students are told when they book: “${refund_terms}”`
}

function cancelledText(booking: Booking): string {
  const { refunded, role } = booking
  if (refunded === null) return 'The meeting is cancelled.'
  const whom = role === 'student' ? 'you' : otherOf(booking).name
  return `The meeting is cancelled. ${dollarsText(refunded)} goes back to ${whom}.`
}
