import { type CSSProperties, useSyncExternalStore } from 'react'

let opened: string | null = null
const listeners = new Set<() => void>()

/**
 * The last post whose page was opened: its card and its page share a picture, which moves from one to the
 * other.
 */
export const openedPost = {
  set(id: string) {
    opened = id
    for (const listener of listeners) listener()
  },
}

/** Names the picture for the view transition; two elements with one name would cancel it. */
export const openedPicture: CSSProperties = { viewTransitionName: 'post-picture' }

/** The style of the picture on a card. */
export function usePictureTransition(id: string): CSSProperties | undefined {
  const isOpened = () => opened === id
  return useSyncExternalStore(subscribe, isOpened, isOpened) ? openedPicture : undefined
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
