import type { AnyRouter, HistoryLocation } from '@tanstack/react-router'

/** The longest wait for a frame: a tab that isn't shown has none. */
const longestWaitMs = 100

type Load = AnyRouter['load']
/** What the history tells the router of a change; other loads bring none of it. */
type Change = Parameters<Load>[0] & { location?: HistoryLocation }

/**
 * Lets the browser paint what a click did to its link or button before the router loads the page it leads to. The load starts
 * with about 100 ms of work on a slow phone, during which the click would show nothing.
 */
export function paintBeforeLoading(router: AnyRouter): void {
  const load: Load = router.load
  router.load = async (change?: Change) => {
    if (change?.action?.type === 'PUSH') {
      // What is built on this address meanwhile must start from it.
      router.updateLatestLocation()
      await painted()
      // The person went elsewhere, which loads by itself.
      if (router.history.location !== change.location) return
    }
    return load(change)
  }
}

/** Resolves after the next frame. */
function painted(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, longestWaitMs)
  })
}
