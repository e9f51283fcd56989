import type { Booking } from '#shared/api/bookings.ts'
import { endedByBank, refundText } from '#web/features/booking/booking-words.ts'
import { otherOf } from './booking-facts.ts'

/** How a booking ended that didn't take place, and what came back of the money; null where neither is the case. */
export function endingText(booking: Booking): string | null {
  const { status, role, cancelled_by } = booking
  const { name } = otherOf(booking)
  const ends: Partial<Record<Booking['status'], string>> = {
    cancelled: endedByBank(booking)
      ? 'The student’s bank took the payment back.'
      : cancelled_by === role
        ? 'You cancelled it.'
        : `${name} cancelled it.`,
    missed: 'It didn’t take place.',
    lapsed: 'It wasn’t answered before its start.',
  }
  const money = refundText(booking)
  return [ends[status], money && `${money}.`].filter(Boolean).join(' ') || null
}
