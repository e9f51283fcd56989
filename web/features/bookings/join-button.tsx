import type { Booking } from '#shared/api/bookings.ts'
import type { JoinButton as Join } from '#shared/domain/booking-card.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { meetingLink } from './meeting-link.ts'

/** Opens the meeting. */
export function JoinButton({ booking, join }: { booking: Pick<Booking, 'id' | 'topic'>; join: Join }) {
  if (join.disabled) {
    return (
      <Button size="sm" disabled>
        {join.label}
      </Button>
    )
  }
  return (
    <a {...meetingLink(booking.id)} className={buttonClass({ variant: 'primary', size: 'sm' })}>
      {join.label}
      <span className="sr-only"> (opens a new window)</span>
    </a>
  )
}
