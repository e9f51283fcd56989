import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Interval, mergeIntervals, subtract } from './intervals.ts'

const intervals = fc
  .array(fc.tuple(fc.nat(60), fc.nat(12)), { maxLength: 12 })
  .map(pairs => pairs.map(([start, length]) => ({ start, end: start + length })))
const covers = (list: readonly Interval[], at: number) =>
  list.some(({ start, end }) => start <= at && at < end)

test('what is left covers exactly the free moments that are not busy', () => {
  fc.assert(
    fc.property(intervals, intervals, (some, busy) => {
      const free = mergeIntervals(some)
      const left = subtract(free, busy)
      for (let at = 0; at < 80; at++) {
        expect(covers(left, at)).toBe(covers(free, at) && !covers(busy, at))
        expect(covers(free, at)).toBe(covers(some, at))
      }
      for (const { start, end } of left) expect(end).toBeGreaterThan(start)
      for (const [n, { start }] of left.entries())
        if (n > 0) expect(start).toBeGreaterThanOrEqual(left[n - 1]!.end)
    }),
  )
})

test('intervals include their start but not their end', () => {
  const free = [{ start: 10, end: 20 }]
  expect(
    subtract(free, [
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ]),
  ).toEqual(free)
  expect(subtract(free, [{ start: 15, end: 15 }])).toEqual(free)
  expect(subtract(free, [{ start: 12, end: 14 }])).toEqual([
    { start: 10, end: 12 },
    { start: 14, end: 20 },
  ])
  expect(subtract(free, [{ start: 5, end: 25 }])).toEqual([])
})

test('adjacent free intervals stay separate', () => {
  const free = [
    { start: 0, end: 10 },
    { start: 10, end: 20 },
  ]
  expect(subtract(free, [])).toEqual(free)
  expect(subtract(free, [{ start: 9, end: 11 }])).toEqual([
    { start: 0, end: 9 },
    { start: 11, end: 20 },
  ])
})
