/**
 * The hue (degrees) by which a course is known at a glance. Steps of the golden angle keep courses whose ids are
 * neighbours, such as one department's, far apart on the wheel.
 */
export function courseHue(courseId: number): number {
  return Math.round((courseId * 137.508 + 20) % 360)
}
