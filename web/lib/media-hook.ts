import { useSyncExternalStore } from 'react'

/** A hook that says whether the window fits a media query. */
export function mediaHook(media: string): () => boolean {
  const query = matchMedia(media)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const fits = () => query.matches
  // The server draws without a window, which fits nothing.
  return () => useSyncExternalStore(subscribe, fits, fits)
}
