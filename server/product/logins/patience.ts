/** How long a person waits for their provider: the sign-in library’s own calls of it may take minutes. */
const patienceMs = 5_000

/** What comes of some work at a provider; null where it takes too long, with which nobody waits for it any more. */
export async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), patienceMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Whether something answers at an address within a moment. */
export function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(patienceMs / 2) }).then(
    async response => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
