/**
 * The hue (degrees) that identifies a course at a glance. Steps of the golden angle keep courses with
 * neighboring ids, such as one department's, far apart on the wheel.
 */
export function courseHue(courseId: number): number {
  return Math.round((courseId * 137.508 + 20) % 360)
}
