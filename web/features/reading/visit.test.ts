import { expect, test } from 'vitest'
import { visitId } from './visit.ts'

test('a visit keeps its id for 30 minutes; then a new one begins', () => {
  const start = Date.UTC(2026, 10, 21, 10)
  const minutes = (count: number) => start + count * 60_000
  const first = visitId(start)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(visitId(minutes(29))).toBe(first)
  const second = visitId(minutes(30))
  expect(second).not.toBe(first)
  // Setting the clock back doesn't prolong a visit.
  expect(visitId(minutes(10))).not.toBe(second)
})
