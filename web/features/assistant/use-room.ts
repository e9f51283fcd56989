import { useSyncExternalStore } from 'react'

/** Whether the window only has room for one thing, like a phone: no panel beside the pages. */
export const useNarrow = mediaHook('(width < 48rem)')

/** Whether there is room on both sides of the pages. */
export const useRoomy = mediaHook('(width >= 80rem)')

function mediaHook(media: string): () => boolean {
  const query = matchMedia(media)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
