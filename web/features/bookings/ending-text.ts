import type { Booking } from '#shared/api/bookings.ts'
import { otherOf } from './booking-facts.ts'
import { endedByRefund, refundText } from './booking-words.ts'

/** How a booking ended that didn't take place, and the refund; null if neither applies. */
export function endingText(booking: Booking): string | null {
  const { status, role, cancelled_by, is_session, moved_unpaid } = booking
  const { name } = otherOf(booking)
  const payer = endedByRefund(booking)
  const ends: Partial<Record<Booking['status'], string>> = {
    cancelled:
      payer === null
        ? `${cancelled_by === role ? 'You' : name} ${moved_unpaid ? 'moved' : 'canceled'} it.`
        : payer === 'bank'
          ? 'The student’s bank took the payment back.'
          : 'We canceled it.',
    // Others may have met in a group session.
    missed: is_session ? `You and ${name} weren’t there together.` : 'It didn’t happen.',
    lapsed: 'The tutor didn’t answer in time.',
  }
  const money = refundText(booking)
  return [ends[status], money && `${money}.`].filter(Boolean).join(' ') || null
}
