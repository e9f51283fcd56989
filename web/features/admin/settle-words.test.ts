import { expect, test } from 'vitest'
import { amountFault, effectOf } from './settle-words.ts'

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

test('an invalid amount gets an explanation', () => {
  for (const typed of ['', '0', '-1', '1.005', 'ten']) expect(amountFault(typed, 2200)).toContain('Enter an')
  expect(amountFault('22.01', 2200)).toBe('Only $22.00 is left to refund.')
  for (const typed of [' 22 ', '$12.50', '12,50']) expect(amountFault(typed, 2200)).toBeUndefined()
  expect(amountFault('$1,234.50')).toBeUndefined()
})
