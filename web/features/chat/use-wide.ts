import { useSyncExternalStore } from 'react'

/** Where a chat has room beside another page. */
const wide = matchMedia('(min-width: 80rem)')

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void) {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
