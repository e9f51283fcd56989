import { expect, test } from 'vitest'
import { amountFault, asDollars, effectOf } from './settle-words.ts'

const people = { student: 'Stan', tutor: 'Tara' }
const paid = { amount: '20.00', fee: '2.00', left_amount: '20.00', left_fee: '2.00' }

test('what a decision does to the wallet adds up', () => {
  expect(effectOf(paid, 'part', '11', people)).toBe(
    '$11.00 goes back to Stan’s card. $10.00 of it is taken out of Tara’s pending money, and $10.00 stays theirs. $1.00 of it is the platform’s fee.',
  )
  expect(effectOf(paid, 'all', '', people)).toContain('$22.00 goes back to Stan’s card. Tara gets nothing')
  expect(effectOf(paid, 'none', '', people)).toBe(
    'Nothing goes back. Tara gets $20.00, as if there had been no report.',
  )
})

test('what has gone back before isn’t given twice', () => {
  const rest = { ...paid, fee: '0.00', left_amount: '5.00', left_fee: '0.00' }
  expect(effectOf(rest, 'all', '', people)).toContain('$5.00 goes back')
  expect(effectOf(rest, 'part', '5.01', people)).toBeNull()
})

test('an amount is told what is wrong with it', () => {
  for (const typed of ['', '0', '-1', '1.005', 'ten']) expect(amountFault(typed, 2200)).toContain('Write an')
  expect(amountFault('22.01', 2200)).toBe('Only $22.00 is left to give back.')
  expect(amountFault(' 22 ', 2200)).toBeUndefined()
})

test.each([
  ['5', '5.00'],
  [' 5.5 ', '5.50'],
  ['0.05', '0.05'],
])('%s is carried as %s', (typed, carried) => {
  expect(asDollars(typed)).toBe(carried)
})
