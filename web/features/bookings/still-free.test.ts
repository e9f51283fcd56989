import { expect, test } from 'vitest'
import type { Tile } from '#shared/domain/slots.ts'
import { stillFree } from './still-free.ts'

const tile = (start: number, booked = false): Tile => ({ start, end: start + 30, booked })
const picked = [tile(0), tile(30), tile(60)]

test('a selection stays while its tiles are free', () => {
  expect(stillFree(picked, [tile(0), tile(30), tile(60), tile(90, true)])).toEqual(picked)
})

test('a tile that someone took leaves the selection, along with what it cuts off', () => {
  expect(stillFree(picked, [tile(0), tile(30, true), tile(60)])).toEqual([tile(0)])
  expect(stillFree(picked, [tile(0, true), tile(30), tile(60)])).toEqual([tile(30), tile(60)])
  expect(stillFree(picked, [tile(0), tile(30), tile(60, true)])).toEqual([tile(0), tile(30)])
})

test('so does one whose time has begun, or that is no longer offered', () => {
  expect(stillFree(picked, [tile(30), tile(60)])).toEqual([tile(30), tile(60)])
  expect(stillFree(picked, [])).toEqual([])
})

test('a tile of another length with the same start is another tile', () => {
  expect(stillFree(picked, [{ start: 0, end: 60, booked: false }])).toEqual([])
})
