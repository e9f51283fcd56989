/** What a target asks for where `npm run hard` runs the test, and as little as still shows it where `npm test` does. */
export function figure<T>(full: T, short: T): T {
  return process.env.FULL_FIGURES ? full : short
}
