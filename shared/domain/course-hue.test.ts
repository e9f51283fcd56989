import { expect, test } from 'vitest'
import { courseHue } from './course-hue.ts'

test('courses with neighboring ids have hues that nobody confuses', () => {
  const hues = [40, 41, 42, 43, 44].map(courseHue)
  const apart = hues.flatMap((hue, place) => hues.slice(place + 1).map(other => Math.abs(hue - other)))
  expect(Math.min(...apart.map(angle => Math.min(angle, 360 - angle)))).toBeGreaterThan(30)
  expect(courseHue(2_147_483_647)).toBeLessThanOrEqual(360)
})
