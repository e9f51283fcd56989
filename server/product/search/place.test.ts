import { expect, test } from 'vitest'
import { placeOf } from './place.ts'

const line = (y: number, width: number, height = 0.02) => ({ x: 0.1, y, width, height })

const rounded = (place: ReturnType<typeof placeOf>) =>
  place && Object.fromEntries(Object.entries(place).map(([side, share]) => [side, Number(share.toFixed(6))]))

test('a place is the line in whose part of the text the words stand', () => {
  const lines = [line(0.1, 0.8), line(0.13, 0.8), line(0.16, 0.4)]
  expect(rounded(placeOf(lines, { from: 0.45, to: 0.6 }))).toEqual(lines[1])
  expect(rounded(placeOf(lines, { from: 0.9, to: 1 }))).toEqual(lines[2])
})

test('a place that spans lines is the box around them', () => {
  const place = placeOf([line(0.1, 0.8), line(0.13, 0.8), line(0.16, 0.4)], { from: 0.5, to: 0.95 })!
  expect(place.y).toBe(0.13)
  expect(place.height).toBeCloseTo(0.05)
  expect(place.width).toBeCloseTo(0.8)
})

test('a line of large letters has few of them', () => {
  const lines = [line(0.1, 0.8, 0.08), line(0.2, 0.8), line(0.23, 0.8)]
  expect(rounded(placeOf(lines, { from: 0.2, to: 0.4 }))).toEqual(lines[1])
})

test('without lines, or with nothing in them, no place is known', () => {
  expect(placeOf([], { from: 0, to: 0 })).toBeNull()
  expect(placeOf([line(0.1, 0)], { from: 0.2, to: 0.4 })).toBeNull()
})
