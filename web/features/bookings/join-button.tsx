import type { Booking } from '#shared/api/bookings.ts'
import type { JoinButton as Join } from '#shared/domain/booking-card.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** Opens the meeting in a window of its own, without access to this one. */
export function JoinButton({ booking, join }: { booking: Pick<Booking, 'id' | 'topic'>; join: Join }) {
  if (join.disabled) {
    return (
      <Button size="sm" disabled>
        {join.label}
      </Button>
    )
  }
  const address = `/meeting/live/${booking.id}`
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        const { availWidth, availHeight } = screen
        open(address, '_blank', `noopener,popup,left=0,top=0,width=${availWidth},height=${availHeight}`)
      }}
      className={buttonClass({ variant: 'primary', size: 'sm' })}
    >
      {join.label}
      <span className="sr-only"> (opens a new window)</span>
    </a>
  )
}
