import { expect, test } from 'vitest'
import { centsOf, signedDollarsText, typedCents } from './amounts.ts'

test.each([
  ['40', 4000],
  ['40.5', 4050],
  ['40.05', 4005],
  ['$40.00', 4000],
  [' $ 40 ', 4000],
  ['40 $', 4000],
  ['40 USD', 4000],
  ['40usd', 4000],
  ['12,50', 1250],
  ['12,5', 1250],
  ['1,234', 123400],
  ['$1,234.50', 123450],
  ['1,234,567.8', 123456780],
  ['1 234.50', 123450],
  ['.5', 50],
  ['5.', 500],
  ['0', 0],
])('%j is an amount', (typed, cents) => {
  expect(typedCents(typed)).toBe(cents)
})

test.each([
  '',
  ' ',
  '$',
  '.',
  ',',
  'forty',
  '-5',
  '1.234',
  '40.005',
  '1,23,456',
  '12,34,5',
  '1.2.3',
  '1e3',
  '0x10',
  '∞',
  '４０',
  '40 EUR',
  '9'.repeat(20),
])('%j isn’t an amount', typed => {
  expect(typedCents(typed)).toBeNull()
})

test('a negative amount is parsed and formatted with its sign', () => {
  expect([centsOf('-12.50'), centsOf('12.50'), centsOf('0.00')]).toEqual([-1250, 1250, 0])
  expect(signedDollarsText('-1234.50')).toBe('−$1,234.50')
})
