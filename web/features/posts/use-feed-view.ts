import { useSyncExternalStore } from 'react'

export type FeedView = 'tiles' | 'list'

const key = 'feed-view'
const listeners = new Set<() => void>()
let chosen: FeedView | undefined

/** How this person likes posts shown, kept in their browser. Narrow screens have room for tiles only. */
export function useFeedView(): { view: FeedView; wide: boolean; choose: (view: FeedView) => void } {
  const choice = useSyncExternalStore(subscribe, read)
  const wide = useSyncExternalStore(subscribeToWidth, () => width.matches)
  return { view: wide ? choice : 'tiles', wide, choose }
}

const width = matchMedia('(min-width: 48rem)')

function read(): FeedView {
  chosen ??= stored()
  return chosen
}

function choose(view: FeedView): void {
  chosen = view
  try {
    localStorage.setItem(key, view)
  } catch {
    // Storage can be forbidden; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function stored(): FeedView {
  try {
    return localStorage.getItem(key) === 'list' ? 'list' : 'tiles'
  } catch {
    return 'tiles'
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function subscribeToWidth(listener: () => void) {
  width.addEventListener('change', listener)
  return () => width.removeEventListener('change', listener)
}
