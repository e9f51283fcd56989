import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '#web/lib/focus-heading.ts'

/** A link as it is found again: it is another element then. */
type Way = { href: string; text: string | null }

/** How long what a page is still loading may take the focus, in milliseconds. */
const arrivingMs = 5_000

/**
 * Moves the focus to the heading of a new page, and on the way back to the link that led away: whoever goes through a long list by
 * keyboard would otherwise begin at its top each time. A change within a page (its tab, its filters) leaves the focus alone.
 */
export function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(() => {
    /** By the keys of entries in the history. */
    const waysOut = new Map<string, Way>()
    let before: Element | null = null
    let isUsed = false
    let stopArriving = () => {}
    const use = () => {
      isUsed = true
      stopArriving()
    }
    for (const input of ['keydown', 'pointerdown']) addEventListener(input, use, true)
    const ends = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        stopArriving()
        isUsed = false
        before = document.activeElement
        const key = fromLocation?.state.__TSR_key
        const link = before?.closest<HTMLAnchorElement>('main a[href]')
        if (pathChanged && key && link) waysOut.set(key, { href: link.href, text: link.textContent })
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        const focused = document.activeElement
        // What was opened while the page was loading keeps it, and so does a field that somebody went to meanwhile.
        const isOpened = focused?.closest('[role="dialog"][data-open]')
        const isTyping = isUsed && focused?.matches('input, textarea')
        // As a conversation does, to be written in at once.
        const isGiven = focused !== before && focused?.matches('main :is(input, textarea)')
        if (!fromLocation || !pathChanged || isOpened || isTyping || isGiven) return
        stopArriving = arrive(waysOut.get(toLocation.state.__TSR_key ?? ''))
      }),
    ]
    return () => {
      stopArriving()
      for (const input of ['keydown', 'pointerdown']) removeEventListener(input, use, true)
      for (const end of ends) end()
    }
  }, [router])
}

/** Focuses the link that led away, or else the heading; both may come only once the page has loaded. */
function arrive(way: Way | undefined): () => void {
  focusBest(way)
  let at = document.activeElement
  const observer = new MutationObserver(() => {
    const focused = document.activeElement
    // On the body is where it falls when what it was on goes.
    if (focused !== at && focused !== document.body) return observer.disconnect()
    focusBest(way)
    at = document.activeElement
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), arrivingMs)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function focusBest(way: Way | undefined): void {
  const link = way && findLink(way)
  if (!link) focusHeading()
  else if (link !== document.activeElement) link.focus({ preventScroll: true })
}

/** The same link, or else another one that leads there: what a link says may have changed, such as how much is unread. */
function findLink({ href, text }: Way): HTMLAnchorElement | undefined {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(
    link => link.href === href && link.tabIndex >= 0 && link.checkVisibility(),
  )
  return links.find(link => link.textContent === text) ?? links[0]
}
