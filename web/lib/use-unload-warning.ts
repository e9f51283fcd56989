import { useEffect, useState } from 'react'

/** Whether something on the page asks before it is closed or loaded anew. */
export function hasUnloadWarning(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** While `active`, the browser asks before the page is closed or loaded anew. */
export function useUnloadWarning(active: boolean): void {
  const [warn] = useState(createUnloadWarning)
  useEffect(() => {
    warn(active)
    return () => warn(false)
  }, [warn, active])
}

/** The browser's question for what outlives its component: the function says from when on, and until when. */
export function createUnloadWarning(): (active: boolean) => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  return active =>
    active ? addEventListener('beforeunload', warn) : removeEventListener('beforeunload', warn)
}
