import { useEffect } from 'react'

/** Whether something on the page asks before it is closed or loaded anew. */
export function hasUnloadWarning(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** While `active`, the browser asks before the page is closed or loaded anew. */
export function useUnloadWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [active])
}
