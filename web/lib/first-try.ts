import { useState } from 'react'

/** Whether a query is at its first attempt, which a page may wait for. After a failure, the page shows without it. */
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
