import type { Booking } from '#shared/api/bookings.ts'
import { dollarsText } from '#web/features/booking/dollars-text.ts'
import { otherOf } from './booking-facts.ts'

/** How a booking ended that didn't take place, and what came back of the money; null where neither is the case. */
export function endingText(booking: Booking): string | null {
  const { status, role, cancelled_by, refunded, refund_done } = booking
  const { name } = otherOf(booking)
  const ends: Partial<Record<Booking['status'], string>> = {
    cancelled: cancelled_by === role ? 'You cancelled it.' : `${name} cancelled it.`,
    missed: 'It didn’t take place.',
    lapsed: 'It wasn’t answered before its start.',
  }
  const to = role === 'student' ? 'you' : name
  const came = refund_done ? 'came back to' : 'is on its way back to'
  const money = refunded === null ? null : `${dollarsText(refunded)} ${came} ${to}.`
  return [ends[status], money].filter(Boolean).join(' ') || null
}
