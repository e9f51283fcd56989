import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, decimalToCents, formatDollars } from './money.ts'

test('cents keep their value through their decimal string', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 12 }), cents => {
      expect(decimalToCents(centsToDecimal(cents))).toBe(cents)
    }),
  )
  expect([5, 50, 500, -1205].map(centsToDecimal)).toEqual(['0.05', '0.50', '5.00', '-12.05'])
  expect(() => centsToDecimal(0.5)).toThrow(RangeError)
})

test('typed dollars may have two decimals', () => {
  expect(['35', '35.5', ' 35.50 ', '0'].map(decimalToCents)).toEqual([3500, 3550, 3550, 0])
})

test.each(['', '.5', '35.', '35.505', '-1', '1e3', '1,000', '$5', 'NaN', '٣'])('%j is no amount', text => {
  expect(decimalToCents(text)).toBeNull()
})

test('dollars are shown with two decimals and groups of three', () => {
  expect([0, 7, 123_450, 100_000_000, -2500].map(formatDollars)).toEqual([
    '$0.00',
    '$0.07',
    '$1,234.50',
    '$1,000,000.00',
    '−$25.00',
  ])
})
