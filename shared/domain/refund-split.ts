/** The tutor's price and the platform's fee, in cents. */
export type Parts = { price: number; fee: number }

/**
 * How an amount that goes back is made up of the price and the fee, of which `left` is still there and `whole` was paid: each
 * gives its share of what was paid, the fee's rounded half up to the cent, and neither more than it has left. What empties
 * both therefore always does so to the cent, however it was given back before.
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
