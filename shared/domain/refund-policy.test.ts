import { expect, test } from 'vitest'
import { refundOf, refundPolicy, refundTerms } from './refund-policy.ts'

const start = Temporal.Instant.from('2026-11-23T14:00Z')
const back = (paid: number, by: 'student' | 'tutor', hoursAhead: number, policy = refundPolicy) =>
  refundOf(paid, { policy, by, start, now: start.subtract({ seconds: Math.round(hoursAhead * 3600) }) })

test('a tutor’s cancellation refunds everything, however late', () => {
  expect(back(3750, 'tutor', 48)).toBe(3750)
  expect(back(3750, 'tutor', 0.01)).toBe(3750)
})

test('a student gets a full refund until 12 hours before the start, half after that', () => {
  expect(back(3750, 'student', 48)).toBe(3750)
  expect(back(3750, 'student', 12)).toBe(3750)
  expect(back(3750, 'student', 12 - 1 / 3600)).toBe(1875)
  expect(back(3750, 'student', 0.01)).toBe(1875)
})

test('half a cent goes to the student', () => {
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

test('the policy describes itself in words, for each side before and after the tutor accepts', () => {
  const terms = (side: 'student' | 'tutor', answer: 'open' | 'accepted') =>
    refundTerms(refundPolicy, side, answer)
  expect(terms('student', 'open')).toBe(
    'If the tutor cancels, you get a full refund. If you cancel, you get a full refund until they accept. After that, you get a full refund until 12 hours before the start, then half until the start.',
  )
  expect(terms('student', 'accepted')).toBe(
    'If the tutor cancels, you get a full refund. If you cancel, you get a full refund until 12 hours before the start, then half until the start.',
  )
  expect(terms('tutor', 'open')).toBe(
    'If you decline or don’t answer before the start, the student gets a full refund. If you cancel, they get a full refund. If they cancel, they get a full refund until you accept. After that, they get a full refund until 12 hours before the start, then half until the start.',
  )
  expect(terms('tutor', 'accepted')).toBe(
    'If you cancel, the student gets a full refund. If they cancel, they get a full refund until 12 hours before the start, then half until the start.',
  )
})
