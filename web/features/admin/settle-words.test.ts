import { expect, test } from 'vitest'
import { amountFault, effectOf, refundEffectOf } from './settle-words.ts'

const people = { student: 'Stan', tutor: 'Tara' }
const paid = { amount: '20.00', fee: '2.00', left_amount: '20.00', left_fee: '2.00' }

test('what a decision does to the wallet adds up', () => {
  expect(effectOf(paid, 'part', '$11', people)).toBe(
    'We’ll refund $11.00 to Stan’s card. $10.00 of that comes out of Tara’s pending balance, and they keep $10.00. $1.00 of that is the platform fee.',
  )
  expect(effectOf(paid, 'all', '', people)).toContain('We’ll refund $22.00 to Stan’s card. Tara gets nothing')
  expect(effectOf(paid, 'none', '', people)).toBe(
    'No refund. Tara gets $20.00, as if nobody had reported a problem.',
  )
})

test('earlier refunds aren’t made twice', () => {
  const rest = { ...paid, fee: '0.00', left_amount: '5.00', left_fee: '0.00' }
  expect(effectOf(rest, 'all', '', people)).toContain('We’ll refund $5.00')
  expect(effectOf(rest, 'part', '5.01', people)).toBeNull()
})

test('money that went back before is named', () => {
  const part = { ...paid, left_amount: '15.00', left_fee: '1.50' }
  expect(effectOf(part, 'none', '', people)).toBe('No further refund. Tara keeps $15.00.')
  const nothing = { ...paid, left_amount: '0.00', left_fee: '0.00' }
  expect(effectOf(nothing, 'none', '', people)).toBe('Nothing is left to refund.')
})

test('a refund of a booking says what the tutor keeps, and when the meeting is canceled', () => {
  const [ahead, over] = [
    { ...paid, credited: false, cancels: true },
    { ...paid, credited: true, cancels: false },
  ]
  expect(refundEffectOf(ahead, '', people)).toBe(
    'A full refund sends $22.00 to Stan’s card. The meeting is canceled.',
  )
  expect(refundEffectOf(ahead, '11', people)).toBe(
    'We’ll refund $11.00 to Stan’s card. Tara will earn $10.00 for the meeting.',
  )
  expect(refundEffectOf(over, '22', people)).toBe(
    'We’ll refund $22.00 to Stan’s card. $20.00 of that comes out of what Tara earned, and they keep $0.00. If they already withdrew it, their wallet goes below zero until their next earnings cover it.',
  )
  for (const typed of ['22.01', '0', 'ten']) expect(refundEffectOf(over, typed, people)).toBeNull()
})

test('an invalid amount gets an explanation', () => {
  for (const typed of ['', '0', '-1', '1.005', 'ten']) expect(amountFault(typed, 2200)).toContain('Enter an')
  expect(amountFault('22.01', 2200)).toBe('Only $22.00 is left to refund.')
  for (const typed of [' 22 ', '$12.50', '12,50']) expect(amountFault(typed, 2200)).toBeUndefined()
  expect(amountFault('$1,234.50')).toBeUndefined()
})
