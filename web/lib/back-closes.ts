import { type RouterHistory, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Something that is open over a page, and what Back does to it. */
type Layer = { onBack: () => void }

/** What is open, the topmost last. */
const layers: Layer[] = []
let scheduled = false
let settle: () => void = () => {}
let hear: (event: PopStateEvent) => void = () => {}
let isTraversing = () => false
// Added before there is a router: the first listener hears first, even of those that capture.
if (!import.meta.env.SSR) addEventListener('popstate', event => hear(event))
/** The address of the entry below, by the index of an entry that was pushed onto it. */
const below = new Map<number, string>()

/**
 * Lets Back do `onBack` while something is open over the page, instead of leaving the page. It usually closes; if it stays
 * open, the next Back asks again.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (!open) return
    const layer: Layer = { onBack: () => back() }
    layers.push(layer)
    // At once, so that Back finds its entry as soon as it is seen.
    settle()
    schedule()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      schedule()
    }
  }, [open])
}

/**
 * Closes what the address opens with the search parameter `name`: by going back to the page if it was opened there, so that the
 * page isn't in the history twice; otherwise by taking it out of the address.
 */
export function useCloseInAddress(name: string): () => void {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () => {
    const { state, pathname } = history.location
    const from = new URL(below.get(state.__TSR_index) ?? '', location.origin)
    if (from.pathname === pathname && !from.searchParams.has(name) && below.has(state.__TSR_index)) {
      history.back()
    } else {
      void navigate({
        to: '.',
        search: old => ({ ...old, [name]: undefined }),
        replace: true,
        resetScroll: false,
      })
    }
  }
}

/** Tells whether the page is being left, or its address changed, just now. */
export function useIsNavigating(): () => boolean {
  const router = useRouter()
  // The router knows of a new address a frame before it loads it.
  const isAhead = () => router.latestLocation.href !== router.state.location.href
  return () => isTraversing() || router.state.isLoading || isAhead()
}

/** Later, so that a layer which closes because the page changes finds the change made. */
function schedule(): void {
  if (scheduled) return
  scheduled = true
  setTimeout(() => {
    scheduled = false
    settle()
  })
}

/**
 * Keeps one entry of the browser's history for each open layer, above the page's own. They have the page's key and address, so
 * the router never hears of them: it loads nothing, scrolls nowhere and asks no blocker when they come and go.
 */
export function keepLayersInHistory(router: RouterHistory): void {
  const browser = window.history
  // The router replaces these on the object, to hear of changes.
  const { pushState, replaceState } = History.prototype
  /** A traversal was asked for and hasn't arrived. */
  let traversing: 'ours' | 'router' | null = null
  /** The browser is at a page that the router hasn't taken: it is asking its blockers, or is on its way back. */
  let away = false
  /** How many entries there were for layers, before the person went back or forward. */
  let depthBefore = 0
  let unblock: (() => void) | null = null
  /** Navigations that wait for the layers' entries to go; each hears whether the browser went to another page instead. */
  const waiting: ((left: boolean) => void)[] = []

  const depth = (): number => browser.state?.layers ?? 0
  const atRoutersPage = () => browser.state?.__TSR_key === router.location.state.__TSR_key

  isTraversing = () => traversing !== null || away

  const take = (count: number) => {
    traversing = 'ours'
    browser.go(-count)
  }

  settle = () => {
    if (traversing || away) return
    // The router makes its own entries a moment after it has told of them.
    router.flush()
    // A link within the page makes an entry without the router's key.
    if (!browser.state?.__TSR_key) replaceState.call(browser, router.location.state, '')
    for (let above = depth(); above < layers.length; above++) {
      pushState.call(browser, { ...browser.state, layers: above + 1 }, '')
    }
    depthBefore = depth()
    if (depth() > layers.length) take(depth() - layers.length)
    if (depth() > 0) guard()
    else {
      unblock?.()
      unblock = null
    }
  }
  const guard = () => {
    unblock ??= router.block({ blockerFn: leaveNoneBehind, enableBeforeUnload: false })
  }

  /**
   * A new page waits until the layers' entries are gone; otherwise they would stay below it, and Back would do nothing there. What
   * was to replace a page that the person has left meanwhile is refused: it would replace where they went.
   */
  const leaveNoneBehind = ({ action }: { action: string }): Promise<boolean> | false => {
    if (action !== 'PUSH' && action !== 'REPLACE') return false
    if (depth() === 0 && !traversing) return false
    return new Promise(refuse => {
      waiting.push(left => refuse(left && action === 'REPLACE'))
      if (!traversing) take(depth())
    })
  }

  hear = event => {
    const ours = traversing === 'ours'
    traversing = null
    if (!atRoutersPage() || away) {
      away = !atRoutersPage()
    } else {
      event.stopImmediatePropagation()
      const closing = ours ? [] : layers.slice(depth()).reverse()
      for (const layer of closing) layer.onBack()
      // It only left the entry of a layer that had just closed: the person meant to go back from the page below.
      if (!ours && closing.length === 0 && depth() < depthBefore) browser.go(layers.length - depth() - 1)
    }
    depthBefore = depth()
    for (const go of waiting.splice(0)) go(away)
    schedule()
  }
  let { href } = router.location
  router.subscribe(({ action: { type }, location }) => {
    if (type === 'PUSH') below.set(location.state.__TSR_index, href)
    href = location.href
    // The router tells of its own entries before it makes them.
    away = type !== 'PUSH' && type !== 'REPLACE' && !atRoutersPage()
    schedule()
  })
  // It counts pages; the browser also counts what is open over the present one.
  const go = router.go
  router.go = (by, options) => {
    traversing = 'router'
    guard()
    go(by < 0 ? by - depth() : by, options)
  }
  router.back = options => router.go(-1, options)
  schedule()
}
