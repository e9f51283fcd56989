const laterMs = 5_000

/**
 * Makes a function that does something after a pause, once for everyone who asks meanwhile: browsers are online before their first
 * requests get through, and don’t hear when a server is back.
 */
export function onceLater<A extends unknown[]>(work: (...args: A) => Promise<void>) {
  let waits = false
  return async (...args: A): Promise<void> => {
    if (waits) return
    waits = true
    await pause(laterMs)
    waits = false
    await work(...args)
  }
}

/** Resolves after some time, as soon as the network is back, or when nobody waits anymore. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal?.addEventListener('abort', end)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
}
