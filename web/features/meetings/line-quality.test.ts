import { expect, test } from 'vitest'
import { lineBetween } from './line-quality.ts'

const before = { received: 1000, lost: 40, roundTripSeconds: 0.05 }

test.each([
  ['good', 'little was lost since', { received: 1100, lost: 42, roundTripSeconds: 0.05 }],
  ['weak', 'much was lost since', { received: 1090, lost: 50, roundTripSeconds: 0.05 }],
  ['weak', 'the way is long', { received: 1100, lost: 40, roundTripSeconds: 0.9 }],
  ['good', 'nothing was sent', { received: 1000, lost: 40, roundTripSeconds: 0.05 }],
  ['good', 'late packets were counted back', { received: 1100, lost: 35, roundTripSeconds: 0.05 }],
])('a line is %s when %s', (line, _, now) => {
  expect(lineBetween(before, now)).toBe(line)
})
