import type { Booking } from '#shared/api/bookings.ts'
import { stateText } from '#shared/domain/booking-card.ts'
import { Chip } from '#web/ui/chip.tsx'
import { cardFacts } from './booking-facts.ts'

/** What happened to a booking, or when it is. Amber only if it is live or needs the viewer's action. */
export function StateBadge({
  booking,
  now,
  zone,
}: {
  booking: Booking
  now: Temporal.Instant
  zone: string
}) {
  const facts = cardFacts(booking)
  const text = stateText(facts, now, zone)
  const over = Temporal.Instant.compare(now, facts.end) >= 0
  return (
    <Chip tone={over ? endTone(booking) : toneOf(booking, text)} className="shrink-0">
      <span className="inline-block truncate first-letter:uppercase">{text}</span>
    </Chip>
  )
}

function toneOf({ status, role }: Booking, text: string) {
  if (status === 'active' || status === 'held' || text === 'Today!') return 'lamp'
  if (status === 'requested' && role === 'tutor') return 'lamp'
  return status === 'approved' ? 'accent' : 'neutral'
}

function endTone({ status }: Booking) {
  if (status === 'completed') return 'positive'
  return status === 'missed' ? 'negative' : 'neutral'
}
