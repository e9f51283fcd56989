import { useEffect, useEffectEvent } from 'react'

/**
 * Calls `reset` when the browser's Back restores this page as it was left (the back/forward cache): about to leave for another
 * site.
 */
export function useRestored(reset: () => void): void {
  const onRestored = useEffectEvent(reset)
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && onRestored()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}
