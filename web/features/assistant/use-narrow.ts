import { useSyncExternalStore } from 'react'

// Below it, a panel beside the pages would leave no room for them.
const narrow = matchMedia('(width < 48rem)')

/** Whether the window has room for one thing at a time, as a phone has. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}

function subscribe(listener: () => void) {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}
