import { expect, test } from 'vitest'
import { byMonth } from './by-month.ts'

test('lines are grouped under the months of the viewer’s zone', () => {
  const lines = ['2026-12-01T04:30:00Z', '2026-11-30T12:00:00Z', '2025-11-02T12:00:00Z'].map(date => ({
    date,
  }))
  const counts = (zone: string) => byMonth(lines, zone).map(({ name, lines: of }) => [name, of.length])
  expect(counts('UTC')).toEqual([
    ['December 2026', 1],
    ['November 2026', 1],
    ['November 2025', 1],
  ])
  expect(counts('America/New_York')).toEqual([
    ['November 2026', 2],
    ['November 2025', 1],
  ])
})
