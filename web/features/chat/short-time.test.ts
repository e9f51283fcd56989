import { expect, test } from 'vitest'
import { shortTime } from './short-time.ts'

test.each([
  ['2026-11-23T08:30:00Z', '8:30 AM'],
  ['2026-11-22T08:30:00Z', 'Nov 22'],
  ['2025-11-23T08:30:00Z', 'Nov 23, 2025'],
])('a message of %s is listed with %s', (moment, text) => {
  const now = new Date('2026-11-23T17:00:00Z')
  expect(shortTime(moment, now, 'UTC').replaceAll('\u00a0', ' ')).toBe(text)
})
