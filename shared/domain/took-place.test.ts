import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastSecondsTogether, tookPlaceTerms } from './took-place.ts'

test('a meeting took place after five minutes together, a short one after a third of it', () => {
  const minutes = (length: number) => leastSecondsTogether(length * 60) / 60
  expect([480, 60, 30, 15].map(minutes)).toEqual([5, 5, 5, 5])
  expect([12, 6, 3].map(minutes)).toEqual([4, 2, 1])
  expect(leastSecondsTogether(1)).toBeGreaterThan(0)
  for (const wrong of [0, -60, Number.NaN]) expect(() => leastSecondsTogether(wrong)).toThrow(RangeError)
})

test('no meeting needs more than its own length, nor a longer one less than a shorter one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 * 3600 }), fc.integer({ min: 0, max: 3600 }), (length, more) => {
      expect(leastSecondsTogether(length)).toBeLessThan(length)
      expect(leastSecondsTogether(length + more)).toBeGreaterThanOrEqual(leastSecondsTogether(length))
    }),
  )
})

test('each side sees the minutes for that length', () => {
  expect(tookPlaceTerms(60, 'student')).toBe(
    'A meeting counts once you and your tutor have been in the call together for at least 5 minutes. Otherwise, you get a full refund.',
  )
  expect(tookPlaceTerms(3, 'tutor')).toBe(
    'A meeting counts once you and your student have been in the call together for at least 1 minute. Otherwise, they get a full refund.',
  )
  expect(tookPlaceTerms(10, 'student')).toContain('at least 4 minutes')
})
