import { expect, test } from 'vitest'
import { refundOf, refundPolicy, refundTerms } from './refund-policy.ts'

const start = Temporal.Instant.from('2026-11-23T14:00Z')
const back = (paid: number, by: 'student' | 'tutor', hoursAhead: number, policy = refundPolicy) =>
  refundOf(paid, { policy, by, start, now: start.subtract({ seconds: Math.round(hoursAhead * 3600) }) })

test('everything comes back when the tutor cancels, however late', () => {
  expect(back(3750, 'tutor', 48)).toBe(3750)
  expect(back(3750, 'tutor', 0.01)).toBe(3750)
})

test('everything comes back to a student until 12 hours before the start, half after that', () => {
  expect(back(3750, 'student', 48)).toBe(3750)
  expect(back(3750, 'student', 12)).toBe(3750)
  expect(back(3750, 'student', 12 - 1 / 3600)).toBe(1875)
  expect(back(3750, 'student', 0.01)).toBe(1875)
})

test('half a cent is the student’s', () => {
  expect(back(1, 'student', 1)).toBe(1)
  expect(back(3751, 'student', 1)).toBe(1876)
  expect(() => back(-1, 'student', 1)).toThrow(RangeError)
})

test('a booking keeps the policy it was made with', () => {
  const strict = { tutorCancels: 100, studentCancels: [{ hoursBefore: 24, percent: 80 }] }
  const kept = JSON.parse(JSON.stringify(strict)) as typeof strict
  expect(back(1000, 'student', 25, kept)).toBe(800)
  expect(back(1000, 'student', 23, kept)).toBe(0)
})

test('the policy says itself', () => {
  expect(refundTerms(refundPolicy)).toBe(
    'If the tutor cancels, you get back everything. If you cancel, you get back everything until 12 hours before the start, then half until the start.',
  )
})
