import { priceOf } from './price.ts'
import type { Parts } from './refund-split.ts'

/** The cost of some minutes at a rate, in cents: the tutor's price, and the platform's fee on top. */
export function quote(rateCents: number, minutes: number, feeBasisPoints: number): Parts {
  const price = priceOf(rateCents, minutes)
  return { price, fee: feeOf(price, feeBasisPoints) }
}

/** The platform's fee on top of a price, in cents: hundredths of a percent of it, half a cent rounds up. */
export function feeOf(priceCents: number, basisPoints: number): number {
  if (![priceCents, basisPoints].every(n => Number.isSafeInteger(n) && n >= 0)) {
    throw new RangeError(`${basisPoints} hundredths of a percent of ${priceCents} cents is no fee`)
  }
  const parts = priceCents * basisPoints + 5000
  return (parts - (parts % 10_000)) / 10_000
}
