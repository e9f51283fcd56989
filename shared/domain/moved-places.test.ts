import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenedRefund } from './moved-places.ts'
import { priceOf } from './price.ts'

const rates = fc.integer({ min: 100, max: 100_000 })
const lengths = fc.integer({ min: 15, max: 480 })

test('a shorter session costs its remaining minutes, with the fee in proportion', () => {
  expect(shortenedRefund({ price: 6000, fee: 600 }, 4000, 15)).toEqual({ price: 5000, fee: 500 })
  expect(shortenedRefund({ price: 6000, fee: 600 }, 4000, 45)).toEqual({ price: 3000, fee: 300 })
})

test('a fraction of a cent goes to the student, for the fee too', () => {
  // $1.15 an hour: half an hour is 57.5 cents, of which we keep 57; half of the fee of 11 cents is 5.45, of
  // which we keep 5.
  expect(shortenedRefund({ price: 115, fee: 11 }, 115, 30)).toEqual({ price: 58, fee: 6 })
})

test('the same length or a longer one refunds nothing and costs no more', () => {
  fc.assert(
    fc.property(rates, lengths, fc.integer({ min: 0, max: 240 }), (rate, minutes, more) => {
      const paid = { price: priceOf(rate, minutes), fee: 7 }
      expect(shortenedRefund(paid, rate, minutes + more)).toEqual({ price: 0, fee: 0 })
    }),
  )
})

test('the refund never exceeds the payment, and shorter sessions refund more', () => {
  fc.assert(
    fc.property(rates, lengths, lengths, fc.integer({ min: 0, max: 20_000 }), (rate, minutes, other, fee) => {
      const [long, short] = [Math.max(minutes, other), Math.min(minutes, other)]
      const paid = { price: priceOf(rate, 480), fee }
      const [little, much] = [shortenedRefund(paid, rate, long), shortenedRefund(paid, rate, short)]
      expect(much.price).toBeGreaterThanOrEqual(little.price)
      expect(much.fee).toBeGreaterThanOrEqual(little.fee)
      expect(much.price).toBeLessThanOrEqual(paid.price)
      expect(much.fee).toBeLessThanOrEqual(paid.fee)
    }),
  )
})
