/** How long a person waits for their provider: the sign-in library’s own calls may take minutes. */
export const providerTimeoutMs = 5_000

/** Whether an address answers within a moment. */
export function answers(address: string): Promise<boolean> {
  return fetch(address, { signal: AbortSignal.timeout(providerTimeoutMs / 2) }).then(
    async response => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )
}
