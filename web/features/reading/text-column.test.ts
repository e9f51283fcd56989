import { describe, expect, test } from 'vitest'
import { columnAround, type Piece } from './text-column.ts'

const page = { from: 0, to: 600 }
const lines = (count: number, left: number, right: number): Piece[] =>
  Array.from({ length: count }, (_, line) => ({ left, right: right - (line % 3) * 20, height: 10 }))

describe('The column around a point', () => {
  test('is all of the text where there is one', () => {
    const { left, right } = columnAround(lines(40, 100, 500), 250, page)!
    expect(left).toBeCloseTo(100, -1)
    expect(right).toBeCloseTo(500, -1)
  })

  test('ends at the gap beside it, which a heading and a footnote cross', () => {
    const paper = [...lines(2, 60, 540), ...lines(50, 60, 290), ...lines(50, 310, 540)]
    expect(columnAround(paper, 100, page)!.right).toBeLessThan(300)
    expect(columnAround(paper, 400, page)!.left).toBeGreaterThan(300)
  })

  test('goes over the spaces between words, and isn’t where nothing stands', () => {
    const words = Array.from({ length: 30 }, (_, line) =>
      [100, 180 + line, 300 - line].map(left => ({ left, right: left + 90, height: 10 })),
    ).flat()
    expect(columnAround(words, 200, page)!.left).toBeCloseTo(100, -1)
    expect(columnAround(words, 590, page)).toBeNull()
    expect(columnAround([], 100, page)).toBeNull()
  })
})
