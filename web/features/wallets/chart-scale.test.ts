import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.ts'

test.each([
  [
    [0, 6000],
    [0, 2000, 4000, 6000],
  ],
  [
    [4136, 30784],
    [0, 20000, 40000],
  ],
  [
    [99999, 100000],
    [0, 50000, 100000],
  ],
  [
    [-2000, 0],
    [-2000, -1000, 0],
  ],
  [
    [-500, 60000],
    [-50000, 0, 50000, 100000],
  ],
  [
    [0, 1],
    [0, 1],
  ],
])('%j is drawn between round grid lines', (cents, lines) => {
  const scale = chartScale(cents)
  expect(scale.lines.map(line => line + 0)).toEqual(lines)
  expect([scale.bottom + 0, scale.top + 0]).toEqual([lines[0], lines.at(-1)])
})
