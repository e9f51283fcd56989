import { useState } from 'react'

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

/**
 * Whether a part of a page was there when what stands below it first showed (once nothing `waits`). One that
 * comes later would push down what somebody reads by then, so it waits for the next visit.
 */
export function useWasThere(waits: boolean, isThere: boolean): boolean {
  const [was, setWas] = useState<boolean>()
  if (!waits && was === undefined) setWas(isThere)
  return was ?? false
}
