/** Whether it may be known in a moment what a query answers. One that has failed is tried again meanwhile, which nobody waits for. */
export function isFirstTry({
  isPending,
  failureCount,
}: {
  isPending: boolean
  failureCount: number
}): boolean {
  return isPending && failureCount === 0
}
