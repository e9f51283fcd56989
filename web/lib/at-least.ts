/**
 * Resolves with some work's result, but only after this many milliseconds, so that people can see the state
 * in between.
 */
export async function atLeast<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, new Promise(resolve => setTimeout(resolve, milliseconds))])
  return work
}
