/** The full figure when `npm run hard` runs the test, and the smallest useful one when `npm test` does. */
export function figure<T>(full: T, short: T): T {
  return process.env.FULL_FIGURES ? full : short
}
