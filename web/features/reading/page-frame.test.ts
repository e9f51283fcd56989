import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Frame, frameAround, inkIn, usualFrame } from './page-frame.ts'

const [width, height] = [100, 140]

/** A picture of a page with rectangles on it. */
function picture(paper: number, ink: number, ...marks: [x: number, y: number, wide: number, high: number][]) {
  const data = new Uint8ClampedArray(width * height * 4).fill(paper)
  for (const [x, y, wide, high] of marks) {
    for (let row = y; row < y + high; row++) {
      data.fill(ink, (row * width + x) * 4, (row * width + x + wide) * 4)
    }
  }
  return inkIn(data, width, height)
}

describe('The ink of a page', () => {
  test('is all that differs from the paper, whatever its color', () => {
    const ink = { left: 0.2, top: 0.1, width: 0.6, height: 0.8 }
    const marks = [
      [20, 14, 10, 2],
      [30, 40, 50, 1],
      [40, 124, 5, 2],
    ] as [number, number, number, number][]
    expect(picture(255, 0, ...marks)).toEqual(ink)
    expect(picture(20, 230, ...marks)).toEqual(ink)
    expect(picture(255, 245, ...marks)).toBeNull()
    expect(picture(255, 0)).toBeNull()
  })

  test('is the whole page if something goes to its edges', () => {
    expect(picture(255, 90, [0, 60, 100, 5], [10, 10, 1, 130])!.width).toBe(1)
  })
})

describe('A page without its margins', () => {
  const fraction = fc.double({ min: 0, max: 1, noNaN: true })
  const inks = fc.tuple(fraction, fraction, fraction, fraction).map(
    ([a, b, c, d]): Frame => ({
      left: Math.min(a, b),
      width: Math.abs(a - b),
      top: Math.min(c, d),
      height: Math.abs(c - d),
    }),
  )

  test('loses no ink, stays on the page, and is as wide as the others', () => {
    fc.assert(
      fc.property(inks, inks, (ink, first) => {
        const usual = usualFrame(first)
        const frame = frameAround(ink, usual)
        const close = 1e-9
        expect(frame.left).toBeLessThanOrEqual(ink.left + close)
        expect(frame.top).toBeLessThanOrEqual(ink.top + close)
        expect(frame.left + frame.width).toBeGreaterThanOrEqual(ink.left + ink.width - close)
        expect(frame.top + frame.height).toBeGreaterThanOrEqual(ink.top + ink.height - close)
        expect(Math.min(frame.left, frame.top)).toBeGreaterThanOrEqual(0)
        expect(Math.max(frame.left + frame.width, frame.top + frame.height)).toBeLessThanOrEqual(1 + close)
        expect(frame.width).toBeGreaterThanOrEqual(usual.width - close)
        expect(frameAround(first, usual).width).toBeCloseTo(usual.width)
      }),
    )
  })

  test('has the usual size until there is more on it, also if it is short, blank or not known yet', () => {
    const column = { left: 0.2, top: 0.1, width: 0.6, height: 0.8 }
    const usual = usualFrame(column)
    const short = { left: 0.25, top: 0.3, width: 0.3, height: 0.02 }
    for (const ink of [column, short, null, undefined]) expect(frameAround(ink, usual)).toEqual(usual)
    expect(frameAround({ ...column, left: 0.05, width: 0.9 }, usual).width).toBeGreaterThan(0.9)
  })

  test('keeps the middle of a left and of a right page, and a title from filling the screen', () => {
    const column = { left: 0.1, top: 0.1, width: 0.7, height: 0.8 }
    const frame = frameAround({ ...column, left: 0.2 }, usualFrame(column))
    expect(frame.left + frame.width / 2).toBeCloseTo(0.2 + 0.35)
    expect(frame.width).toBe(usualFrame(column).width)
    expect(usualFrame({ left: 0.4, top: 0.4, width: 0.2, height: 0.1 }).width).toBe(0.55)
  })
})
