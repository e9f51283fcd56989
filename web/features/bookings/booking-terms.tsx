import type { Booking } from '#shared/api/bookings.ts'
import { requestTitle } from '#shared/domain/booking-card.ts'
import { dayText, timesText, zoneAfter } from '#web/lib/zoned-time.ts'
import { minutesOf } from './booking-facts.ts'
import { dollarsText, hasFee, ownAmount } from './dollars-text.ts'
import { whenForOther } from './when.ts'

/** The facts for a decision: topic, date, time, duration and money of a booking. */
export function BookingTerms({ booking, zone }: { booking: Booking; zone: string }) {
  const { starts_on, ends_on } = booking
  const forOther = whenForOther(booking, zone)
  const facts: [term: string, fact: string, more?: string | null][] = [
    ['Topic', requestTitle(booking.topic)],
    ['Date', dayText(starts_on, zone)],
    [
      'Time',
      timesText(starts_on, ends_on, zone),
      `${zoneAfter(starts_on, ends_on, zone)}${forOther ? `. ${forOther}` : ''}`,
    ],
    ['Duration', `${minutesOf(booking)} minutes`],
    [amountTerm(booking), dollarsText(ownAmount(booking))],
  ]
  return (
    <dl className="border-t border-line text-14">
      {facts.map(([term, fact, more]) => (
        <div
          key={term}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 tiny:grid-cols-1 tiny:gap-0 border-b border-line py-2"
        >
          <dt className="text-ink-faint">{term}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <span
              dir="auto"
              className={term === 'Time' || term === amountTerm(booking) ? 'figures' : undefined}
            >
              {fact}
            </span>
            {more && <span className="block text-12 text-ink-faint">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function amountTerm({ role, fee }: Booking): string {
  return role === 'tutor' && hasFee({ fee }) ? 'Your price' : 'Amount paid'
}
