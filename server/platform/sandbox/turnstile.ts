import { JobFailure } from './failure.ts'

/** Lets `size` in at once and `maxWaiting` wait, first come first served; whoever comes then is told it's busy. */
export function createTurnstile(size: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let inside = 0

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else inside--
  }

  /** Resolves when it is one's turn, with the function to call when done. */
  async function enter(signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) throw new JobFailure('aborted')
    if (inside < size) {
      inside++
      return leave
    }
    if (waiting.length >= maxWaiting) throw new JobFailure('busy')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const place = waiting.indexOf(resolve)
      if (place >= 0) waiting.splice(place, 1)
      reject(new JobFailure('aborted'))
    }
    waiting.push(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await promise
    signal?.removeEventListener('abort', giveUp)
    return leave
  }

  return { enter }
}
