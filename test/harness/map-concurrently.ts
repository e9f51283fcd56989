/** Does something for each of these, at most `atOnce` at a time; returns the results in their order. */
export async function mapConcurrently<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(all.length)
  let next = 0
  const worker = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker))
  return results
}
