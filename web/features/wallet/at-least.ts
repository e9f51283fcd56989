/** The end of some work, but not before so many milliseconds: what is shown meanwhile is to be seen. */
export async function atLeast<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, new Promise(resolve => setTimeout(resolve, milliseconds))])
  return work
}
