import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isLive } from '#shared/domain/booking-states.ts'
import { remainingOf, sumOf } from '../money/remaining.ts'
import { changeBooking } from './change-booking.ts'
import type { BookingRow } from './lock-booking.ts'

type Outcome = {
  /** The booking, if it was canceled. */
  cancelled: BookingRow | null
  /** What its tutor will earn from a meeting that isn't over: null if it was canceled, undefined if it is over. */
  toEarn: number | null | undefined
}

/**
 * Cancels a locked booking still to come if nothing of its payment is left: a meeting without a payment doesn't take place, and one
 * with a part of it does.
 */
export async function cancelWithoutPayment(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  by: 'payment' | 'operator',
): Promise<Outcome> {
  const { left } = (await remainingOf(trx, booking.id))!
  const cancelled =
    sumOf(left) === 0 ? await changeBooking(trx, deps, booking, { to: 'cancelled', by }) : null
  if (cancelled) return { cancelled, toEarn: null }
  return { cancelled, toEarn: isLive(booking.state) ? left.price : undefined }
}
