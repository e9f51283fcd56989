import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'

/** Moves the focus to the heading of a new page. A change within a page (its tab, its filters) leaves the focus alone. */
export function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // What was opened while the page was loading keeps it.
        const opened = document.activeElement?.closest('[role="dialog"][data-open]')
        if (fromLocation && pathChanged && !opened) focusHeading()
      }),
    [router],
  )
}
