import { priceOf } from './price.ts'
import type { Parts } from './refund-split.ts'

/** How far ahead the new start of a paid occurrence must be, and that of a free one that gets a price. */
export const moveNoticeHours = 24

/**
 * How long after a moved session begins a student who didn't know of the move can leave it with a full
 * refund.
 */
export const unseenMoveMinutes = 60

/**
 * The total refund that a place is owed, paid with `paid` at a rate, once it lasts this many minutes: the
 * cost of the lost minutes, for price and fee. A fraction of a cent goes to the student. A longer session
 * costs no more.
 */
export function shortenedRefund(paid: Parts, rateCents: number, minutes: number): Parts {
  if (priceOf(rateCents, minutes) >= paid.price) return { price: 0, fee: 0 }
  const sixtieths = rateCents * minutes
  const kept = (sixtieths - (sixtieths % 60)) / 60
  const share = paid.fee * kept
  return { price: paid.price - kept, fee: paid.fee - (share - (share % paid.price)) / paid.price }
}
