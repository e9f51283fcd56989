/**
 * Does something with each of several, one after the other. One that fails doesn't hold up the others: what
 * failed is thrown at the end, with what couldn't be done, such as "accounts couldn’t be read".
 */
export async function eachInTurn<T>(
  all: Iterable<T> | AsyncIterable<T>,
  failed: string,
  act: (one: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const one of all) await act(one).catch(error => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} ${failed}`)
}

/**
 * Yields rows that are read in batches of this size: `rowsAfter` reads those after the last one. A batch with fewer rows ends it.
 */
export async function* inBatches<T>(
  size: number,
  rowsAfter: (last: T | undefined) => Promise<T[]>,
): AsyncGenerator<T> {
  let rows: T[] = []
  do {
    rows = await rowsAfter(rows.at(-1))
    yield* rows
  } while (rows.length === size)
}
