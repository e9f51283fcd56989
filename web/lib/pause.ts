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
