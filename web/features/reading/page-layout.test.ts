import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anchorOf, currentPage, layOut, pageAt, pageGap, pagesToMount, scrollTo } from './page-layout.ts'

const upright = (pages: number) => Array.from({ length: pages }, () => Math.SQRT2)
const screen = { left: 0, width: 1200, height: 800 }

describe('the column of pages', () => {
  test('fills a narrow screen and stops at a readable width on a wide one', () => {
    expect(layOut(upright(1), 390, 1).boxes[0]!.width).toBe(390 - 2 * pageGap)
    expect(layOut(upright(1), 1440, 1).boxes[0]!.width).toBe(880)
    expect(layOut([9 / 16], 1440, 1).boxes[0]!.width).toBe(1160)
  })

  test('grows with the zoom, and sideways only if the pages need it', () => {
    expect(layOut(upright(1), 1440, 3).boxes[0]!.width).toBe(2640)
    expect(layOut(upright(1), 1440, 3).width).toBe(2640 + 2 * pageGap)
    expect(layOut(upright(1), 1440, 1).width).toBe(1440)
  })

  test('never overlaps, whatever the pages look like', () => {
    const aspect = fc.double({ min: 0.0001, max: 10_000, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(aspect, { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 60, max: 4000 }),
        (aspects, width) => {
          const { boxes } = layOut(aspects, width, 1)
          for (const [index, box] of boxes.entries()) {
            if (index > 0) expect(box.top).toBe(boxes[index - 1]!.top + boxes[index - 1]!.height + pageGap)
          }
        },
      ),
    )
  })

  test('keeps the shape of every page, however long or flat it is', () => {
    for (const aspect of [0.001, 0.02, 0.2, 1, 8, 25, 99, 650, 10_000]) {
      const { width, height } = layOut([aspect], 912, 1).boxes[0]!
      expect(Math.abs(height - width * aspect)).toBeLessThanOrEqual(0.5)
    }
    expect(layOut([25], 912, 1).boxes[0]!).toMatchObject({ width: 880, height: 22_000 })
  })

  test('finds the page at any height', () => {
    const layout = layOut(upright(1000), 1200, 1)
    for (const index of [0, 1, 499, 998, 999]) {
      expect(pageAt(layout, layout.boxes[index]!.top)).toBe(index)
      expect(pageAt(layout, layout.boxes[index]!.top + layout.boxes[index]!.height)).toBe(index)
    }
    expect(pageAt(layout, -50)).toBe(0)
    expect(pageAt(layout, layout.height + 50)).toBe(999)
  })
})

describe('the page being read', () => {
  const layout = layOut(upright(10), 1200, 1)

  test('is the one whose top is at the top of the screen', () => {
    for (const index of [0, 4, 8]) {
      const top = layout.boxes[index]!.top - pageGap
      expect(currentPage(layout, { ...screen, top })).toBe(index)
    }
  })

  test('is the next one once less than half a screen of it is left', () => {
    const { top, height } = layout.boxes[3]!
    expect(currentPage(layout, { ...screen, top: top + height - screen.height / 2 - 1 })).toBe(3)
    expect(currentPage(layout, { ...screen, top: top + height - screen.height / 2 + 1 })).toBe(4)
  })

  test('is the last one at the end, even if it is too short to reach the top', () => {
    const slides = layOut(
      Array.from({ length: 10 }, () => 0.5),
      1200,
      0.5,
    )
    expect(currentPage(slides, { ...screen, top: slides.height - screen.height })).toBe(9)
  })
})

test('few pages are mounted, anywhere and however flat the pages are', () => {
  const aspects = fc.array(fc.double({ min: 0.001, max: 3, noNaN: true }), { minLength: 1, maxLength: 400 })
  fc.assert(
    fc.property(aspects, fc.double({ min: 0, max: 1, noNaN: true }), (given, far) => {
      const layout = layOut(given, 1200, 0.5)
      const view = { ...screen, top: far * Math.max(0, layout.height - screen.height) }
      const { first, last } = pagesToMount(layout, view)
      expect(last - first + 1).toBeLessThanOrEqual(24)
      expect(first).toBeLessThanOrEqual(currentPage(layout, view))
      expect(last).toBeGreaterThanOrEqual(pageAt(layout, view.top))
    }),
  )
})

test('zooming in and out again ends where it began', () => {
  const aspects = [1.4, 0.5625, 1.2, 1.4, 0.75, 1.4]
  const small = layOut(aspects, 1200, 1)
  const large = layOut(aspects, 1200, 2.4)
  const view = { ...screen, top: 1900 }
  const zoomed = { ...screen, ...scrollTo(large, anchorOf(small, view), view) }
  const back = scrollTo(small, anchorOf(large, zoomed), { ...screen, top: 0 })
  expect(Math.abs(back.top - view.top)).toBeLessThan(1)
})
