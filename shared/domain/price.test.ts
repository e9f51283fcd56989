import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRate, minutesBetween, minutesFor, priceOf } from './price.ts'

const at = (text: string) => Temporal.Instant.from(text)

test('the price is the rate’s share of the hour, rounded half up to the cent', () => {
  expect(priceOf(2500, 30)).toBe(1250)
  expect(priceOf(2500, 90)).toBe(3750)
  expect(priceOf(115, 30)).toBe(58)
  expect(priceOf(101, 30)).toBe(51)
  expect(priceOf(0, 30)).toBe(0)
})

test('it agrees with exact arithmetic for every rate and length', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 100_000 }),
      fc.integer({ min: 1, max: 7 * 24 * 60 }),
      (rate, minutes) => {
        expect(BigInt(priceOf(rate, minutes))).toBe((BigInt(rate * minutes) * 2n + 60n) / 120n)
        expect(minutesFor(priceOf(rate, minutes), rate)).toBe(minutes)
      },
    ),
  )
  for (let rate = 100; rate <= 100_000; rate++) {
    expect(2 * priceOf(rate, 30) - rate).toBe(rate % 2)
    expect(priceOf(rate, 60)).toBe(rate)
  }
})

test('an invalid amount has no price', () => {
  for (const rate of [-1, 1.5, Number.NaN, Infinity]) expect(() => priceOf(rate, 30)).toThrow(RangeError)
  expect(() => priceOf(100, -30)).toThrow(RangeError)
})

test('a rate is from $1.00 to $1,000.00', () => {
  expect([100, 100_000].every(isRate)).toBe(true)
  expect([99, 100_001, 250.5, Number.NaN].some(isRate)).toBe(false)
})

test('minutes are real minutes', () => {
  expect(minutesBetween(at('2026-11-01T00:30-04:00'), at('2026-11-01T02:00-05:00'))).toBe(150)
  expect(minutesBetween(at('2027-03-14T01:30-05:00'), at('2027-03-14T03:00-04:00'))).toBe(30)
  expect(() => minutesBetween(at('2026-11-01T00:00Z'), at('2026-11-01T00:30:30Z'))).toThrow(RangeError)
})
