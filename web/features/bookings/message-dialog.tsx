import type { Booking } from '#shared/api/bookings.ts'
import { shortDayText } from '#web/lib/zoned-time.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** The student's full message with a request. */
export function MessageDialog({
  booking,
  zone,
  open,
  onClose,
}: {
  booking: Booking
  zone: string
  open: boolean
  onClose: () => void
}) {
  const from = booking.role === 'student' ? 'You' : booking.joinee_name
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Message details"
      size="sm"
      description={
        <>
          <bdi>{from}</bdi> wrote with the request for {shortDayText(booking.starts_on, zone)}
        </>
      }
    >
      <p className="font-serif text-18 wrap-anywhere whitespace-pre-line" dir="auto">
        {booking.message}
      </p>
    </Dialog>
  )
}
