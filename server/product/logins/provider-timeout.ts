/** How long a person waits for their provider: the sign-in library’s own calls may take minutes. */
const timeoutMs = 5_000

/** The result of a call to a provider; null on a timeout, after which nobody waits for it anymore. */
export async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), timeoutMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether an address answers within a moment. */
export function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(timeoutMs / 2) }).then(
    async response => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
