import { Landmark } from 'lucide-react'
import type { Booking } from '#shared/api/bookings.ts'
import { SupportLink } from '#web/features/support/support-link.tsx'
import { BookingNote, NoteHelp } from './booking-note.tsx'
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
        <NoteHelp>
          {words.help}{' '}
          {booking.role === 'tutor' && <SupportLink booking={booking.id}>Contact support</SupportLink>}
        </NoteHelp>
      )}
    </BookingNote>
  )
}
