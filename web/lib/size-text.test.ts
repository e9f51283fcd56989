import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_400, '1.4 kB'],
  [999_600, '1.0 MB'],
  [12_345_678, '12 MB'],
  [104_857_600, '105 MB'],
  [2_500_000_000, '2,500 MB'],
])('%i bytes reads as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
