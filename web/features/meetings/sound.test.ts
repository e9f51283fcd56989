import { expect, test } from 'vitest'
import { levelOf } from './sound.ts'

test('the level of a microphone goes from silence to its loudest as ears hear it', () => {
  const loud = (amplitude: number) =>
    levelOf(Array.from({ length: 512 }, (_, at) => amplitude * (at % 2 ? 1 : -1)))
  expect(levelOf([0, 0, 0])).toBe(0)
  expect(loud(0.01)).toBeCloseTo(0.5)
  expect(loud(1)).toBe(1)
  expect(loud(0.1)).toBeGreaterThan(loud(0.03))
})
