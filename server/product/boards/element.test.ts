import { expect, test } from 'vitest'
import { rectangle } from '../../../test/factories/boards.ts'
import { parseElements } from './element.ts'

/** A value that counts how many of its fields or entries are read. */
function watched<T extends object>(value: T): { value: T; reads: () => number } {
  let reads = 0
  const get = (target: T, key: PropertyKey) => {
    reads++
    return Reflect.get(target, key)
  }
  return { value: new Proxy(value, { get }), reads: () => reads }
}

const line = (points: unknown[]) =>
  rectangle({
    type: 'freedraw',
    points,
    pressures: [],
    simulatePressure: true,
    lastCommittedPoint: null,
  })

test.each([
  ['numbers for points', Array(6_500).fill(0)],
  ['points without coordinates', Array(6_500).fill([])],
])('a line is read up to its first fault: %s', (_, nonsense) => {
  const points = watched(nonsense)
  expect(parseElements([line(points.value)])).toEqual({ elements: [], refused: [expect.any(String)] })
  expect(points.reads()).toBeLessThan(10)
})

test('an element is read up to its first fault', () => {
  const element = watched({ type: 'arrow' })
  expect(parseElements([element.value])).toEqual({ elements: [], refused: [] })
  expect(element.reads()).toBeLessThan(10)
})
