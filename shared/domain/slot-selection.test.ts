import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Selection, selectedRun, selectionText, tapTile } from './slot-selection.ts'

const tile = (n: number, booked = false) => ({ start: n * 10, end: n * 10 + 10, booked })
const tapped = (...numbers: number[]) => numbers.map(n => tile(n)).reduce<Selection>(tapTile, [])

test('a tap extends a run at its end, and anywhere else starts a new one', () => {
  expect(tapped(3, 4, 5)).toEqual([tile(3), tile(4), tile(5)])
  expect(tapped(3, 4, 6)).toEqual([tile(6)])
  expect(tapped(3, 2)).toEqual([tile(2)])
  expect(tapped(3, 4, 4)).toEqual([tile(4)])
})

test('a tap on a booked tile changes nothing', () => {
  const selection = tapped(3, 4)
  expect(tapTile(selection, tile(5, true))).toBe(selection)
})

test('whatever the person taps, the selection is free and has no gap', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.boolean())), taps => {
      const selection = taps.map(([n, booked]) => tile(n, booked)).reduce<Selection>(tapTile, [])
      for (const [n, { start, booked }] of selection.entries()) {
        expect(booked).toBe(false)
        if (n > 0) expect(start).toBe(selection[n - 1]!.end)
      }
    }),
  )
})

test('a selection reports its first start and its last end, and counts', () => {
  expect(selectedRun(tapped(3, 4))).toEqual({ start: 30, end: 50 })
  expect(selectedRun([])).toBeNull()
  expect([tapped(), tapped(1), tapped(1, 2, 3)].map(selectionText)).toEqual([
    'Please select slots!',
    '1 slot selected',
    '3 slots selected',
  ])
})
