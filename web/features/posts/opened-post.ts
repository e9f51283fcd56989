import { type CSSProperties, useSyncExternalStore } from 'react'

let opened: string | null = null
const listeners = new Set<() => void>()

/** The post whose page was opened last: its card and its page share a picture, which moves from one to the other. */
export const openedPost = {
  set(id: string) {
    opened = id
    for (const listener of listeners) listener()
  },
}

/** Names the picture for the view transition; two elements of one name at once would cancel it. */
export const openedPicture: CSSProperties = { viewTransitionName: 'post-picture' }

/** The style of the picture on a card. */
export function usePictureTransition(id: string): CSSProperties | undefined {
  return useSyncExternalStore(subscribe, () => opened === id) ? openedPicture : undefined
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
