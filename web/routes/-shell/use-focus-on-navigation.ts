import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'

/** Moves the focus to the heading of a new page. A change within a page (its tab, its filters) leaves the focus alone. */
export function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(() => {
    let isUsed = false
    const use = () => {
      isUsed = true
    }
    for (const input of ['keydown', 'pointerdown']) addEventListener(input, use, true)
    const ends = [
      router.subscribe('onBeforeNavigate', () => {
        isUsed = false
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const focused = document.activeElement
        // What was opened while the page was loading keeps it, and so does a field that somebody went to meanwhile.
        const isOpened = focused?.closest('[role="dialog"][data-open]')
        const isTyping = isUsed && focused?.matches('input, textarea')
        if (fromLocation && pathChanged && !isOpened && !isTyping) focusHeading()
      }),
    ]
    return () => {
      for (const input of ['keydown', 'pointerdown']) removeEventListener(input, use, true)
      for (const end of ends) end()
    }
  }, [router])
}
