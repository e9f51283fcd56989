/** The tutor's price and the platform's fee, in cents. */
export type Parts = { price: number; fee: number }

/**
 * Splits a refund into price and fee, of which `left` remains and `whole` was paid: each gives its share of
 * the payment, the fee's rounded half up to the cent, and neither more than it has left. So the refund that
 * empties both always does so to the cent, whatever was refunded before.
 */
export function splitRefund(cents: number, left: Parts, whole: Parts): Parts {
  const amounts = [cents, left.price, left.fee, whole.price, whole.fee]
  if (!amounts.every(n => Number.isSafeInteger(n) && n >= 0) || cents > left.price + left.fee) {
    throw new RangeError(`${cents} cents can't go back of ${left.price} and ${left.fee}`)
  }
  const paid = whole.price + whole.fee
  const share = paid === 0 ? 0 : roundedHalfUp(cents * whole.fee, paid)
  const fee = Math.max(cents - left.price, Math.min(left.fee, share))
  return { price: cents - fee, fee }
}

function roundedHalfUp(dividend: number, divisor: number): number {
  const doubled = 2 * dividend + divisor
  return (doubled - (doubled % (2 * divisor))) / (2 * divisor)
}
