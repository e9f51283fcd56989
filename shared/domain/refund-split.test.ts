import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitRefund } from './refund-split.ts'

const cents = (max: number) => fc.integer({ min: 0, max })
/** A price and a fee that were paid, and how much of each isn't refunded yet. */
const paid = fc.record({ price: fc.integer({ min: 50, max: 800_000 }), fee: cents(800_000) }).chain(whole =>
  fc.record({
    whole: fc.constant(whole),
    left: fc.record({ price: cents(whole.price), fee: cents(whole.fee) }),
  }),
)

describe('a refunded amount', () => {
  test.each([
    [1000, { price: 2000, fee: 200 }, { price: 909, fee: 91 }],
    [11, { price: 2000, fee: 200 }, { price: 10, fee: 1 }],
    // The fee's share is half a cent, and rounds up.
    [1, { price: 50, fee: 50 }, { price: 0, fee: 1 }],
    [3, { price: 50, fee: 50 }, { price: 1, fee: 2 }],
    [500, { price: 2000, fee: 0 }, { price: 500, fee: 0 }],
    [0, { price: 2000, fee: 200 }, { price: 0, fee: 0 }],
  ])('of %i splits into price and fee like the payment', (amount, whole, parts) => {
    expect(splitRefund(amount, whole, whole)).toEqual(parts)
  })

  test.each([
    [150, { price: 100, fee: 200 }, { price: 2000, fee: 200 }, { price: 100, fee: 50 }],
    [1500, { price: 2000, fee: 10 }, { price: 2000, fee: 200 }, { price: 1490, fee: 10 }],
  ])('of %i takes from one part what the other doesn’t have left', (amount, left, whole, parts) => {
    expect(splitRefund(amount, left, whole)).toEqual(parts)
  })

  test('is the sum of its parts, and neither exceeds what is left', () => {
    fc.assert(
      fc.property(paid, fc.double({ min: 0, max: 1, noNaN: true }), ({ whole, left }, share) => {
        const amount = Math.floor((left.price + left.fee) * share)
        const { price, fee } = splitRefund(amount, left, whole)
        expect(price + fee).toBe(amount)
        expect([price, fee].every(Number.isSafeInteger)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(left.price)
        expect(fee).toBeLessThanOrEqual(left.fee)
      }),
    )
  })

  test('of a whole payment differs from its exact share by at most half a cent', () => {
    fc.assert(
      fc.property(paid, fc.double({ min: 0, max: 1, noNaN: true }), ({ whole }, share) => {
        const total = whole.price + whole.fee
        const amount = Math.floor(total * share)
        const { fee } = splitRefund(amount, whole, whole)
        expect(Math.abs(2 * fee * total - 2 * amount * whole.fee)).toBeLessThanOrEqual(total)
      }),
    )
  })

  test('in any number of steps empties both with the last', () => {
    fc.assert(
      fc.property(paid, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), ({ whole }, shares) => {
        let left = whole
        const take = (amount: number) => {
          const { price, fee } = splitRefund(amount, left, whole)
          left = { price: left.price - price, fee: left.fee - fee }
        }
        for (const share of shares) take(Math.floor((left.price + left.fee) * share))
        take(left.price + left.fee)
        expect(left).toEqual({ price: 0, fee: 0 })
      }),
    )
  })

  test('beyond what is left is refused', () => {
    expect(() => splitRefund(31, { price: 20, fee: 10 }, { price: 200, fee: 100 })).toThrow(RangeError)
    expect(() => splitRefund(0.5, { price: 20, fee: 10 }, { price: 200, fee: 100 })).toThrow(RangeError)
    expect(() => splitRefund(-1, { price: 20, fee: 10 }, { price: 200, fee: 100 })).toThrow(RangeError)
  })
})
