/** Lets at most `size` tasks run at once; the others wait their turn. */
export function createLimiter(size: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async task => {
    if (running >= size) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      // The place passes on without being free in between, so that nobody slips in front.
      if (next) next()
      else running--
    }
  }
}
