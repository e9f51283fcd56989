import { priceOf } from './price.ts'
import type { Parts } from './refund-split.ts'

/** How far ahead the new start must be of a time for which people have paid. */
export const moveNoticeHours = 24

/** How long into a moved session a student who didn't know of the move can leave it with everything back. */
export const unseenMoveMinutes = 60

/**
 * What has to have come back of a place for which `paid` was paid at a rate, once it lasts so many minutes: what the time that was taken
 * off cost, of the price and of the fee. A part of a cent counts for the student. A longer one costs no more.
 */
export function shortenedRefund(paid: Parts, rateCents: number, minutes: number): Parts {
  if (priceOf(rateCents, minutes) >= paid.price) return { price: 0, fee: 0 }
  const sixtieths = rateCents * minutes
  const kept = (sixtieths - (sixtieths % 60)) / 60
  const share = paid.fee * kept
  return { price: paid.price - kept, fee: paid.fee - (share - (share % paid.price)) / paid.price }
}
