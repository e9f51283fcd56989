import { Search } from 'lucide-react'
import { type Booking, problemReasons } from '#shared/api/bookings.ts'
import { SupportLink } from '#web/features/support/support-link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { BookingNote, NoteHelp } from './booking-note.tsx'
import { problemWords } from './problem-words.ts'

/** The progress of a meeting's problem report. */
export function ProblemNote({ booking }: { booking: Booking }) {
  const words = problemWords(booking)
  const { problem } = booking
  if (!problem || !words) return null
  return (
    <BookingNote title={words.title} text={words.text} open={problem.outcome === null} icon={Search}>
      {problem.outcome === null && booking.role === 'tutor' && (
        <NoteHelp>
          You don’t need to do anything. If you want to tell us your side:{' '}
          <SupportLink booking={booking.id}>Contact support</SupportLink>
        </NoteHelp>
      )}
      {problem.answer && (
        <blockquote
          dir="auto"
          className="mt-3 max-w-prose border-l-2 border-line-strong pl-4 whitespace-pre-line text-ink wrap-anywhere"
        >
          {problem.answer}
        </blockquote>
      )}
      {problem.reason && (
        <details className="mt-3 text-ink">
          <summary className="w-fit rounded-6 font-medium underline decoration-line-strong underline-offset-3">
            What you reported
          </summary>
          <p className="mt-2 font-medium">{problemReasons[problem.reason]}</p>
          <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">
            {problem.details}
          </p>
          <p className="mt-1 text-12">
            <RelativeTime date={problem.date} />
          </p>
        </details>
      )}
    </BookingNote>
  )
}
