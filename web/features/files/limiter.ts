/** Runs at most `size` tasks at once; the others wait. */
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
      // The place passes on directly, so that nobody jumps the queue.
      if (next) next()
      else running--
    }
  }
}
