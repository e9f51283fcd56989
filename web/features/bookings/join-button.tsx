import type { Booking } from '#shared/api/bookings.ts'
import type { JoinButton as Join } from '#shared/domain/booking-card.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { meetingLink } from './meeting-link.ts'

/** Opens the meeting. */
export function JoinButton({
  booking,
  join,
  size = 'sm',
}: {
  booking: Pick<Booking, 'id' | 'topic'>
  join: Join
  /** `md` on the booking's own page. */
  size?: 'sm' | 'md'
}) {
  if (join.disabled) {
    return (
      <Button size={size} disabled>
        {join.label}
      </Button>
    )
  }
  return (
    <a {...meetingLink(booking.id)} className={buttonClass({ variant: 'primary', size })}>
      {join.label}
      <span className="sr-only"> (opens a new window)</span>
    </a>
  )
}
