import { Landmark } from 'lucide-react'
import type { Booking } from '#shared/api/bookings.ts'
import { SupportLink } from '#web/features/support/support-link.tsx'
import { BookingNote } from './booking-note.tsx'
import { disputeWords } from './dispute-words.ts'

/** Says that the student's bank disputes the payment, and what follows. */
export function DisputeNote({ booking, zone }: { booking: Booking; zone: string }) {
  const words = disputeWords(booking, zone)
  if (!words) return null
  return (
    <BookingNote
      title={words.title}
      text={words.text}
      open={booking.dispute?.state === 'open'}
      icon={Landmark}
    >
      {words.help && (
        <p className="mt-2 max-w-prose [&_a]:font-medium [&_a]:underline [&_a]:underline-offset-3">
          {words.help}{' '}
          {booking.role === 'tutor' && <SupportLink booking={booking.id}>Contact support</SupportLink>}
        </p>
      )}
    </BookingNote>
  )
}
