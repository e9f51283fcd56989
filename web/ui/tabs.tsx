import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { chosenLink } from './chosen-link.ts'
import { cx } from './cx.ts'

/** A row of links between the views of one page, each with its own address; the links use `tabLink`. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  const router = useRouter()
  // On a phone the current one may be beyond the edge. After each navigation, since the router puts every row back where
  // it stood on the page before. In the next frame, as the row is measured there anyway.
  useLayoutEffect(() => {
    const showCurrent = () => {
      const { current: nav } = row
      const tab = nav?.querySelector<HTMLElement>('[aria-current]')
      if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.clientWidth) / 2
    }
    // A page is hidden at first behind what the server drew, and a count may come late.
    const observer = new ResizeObserver(showCurrent)
    for (const element of [row.current!, ...row.current!.children]) observer.observe(element)
    const unsubscribe = router.subscribe('onRendered', () => requestAnimationFrame(showCurrent))
    return () => {
      observer.disconnect()
      unsubscribe()
    }
  }, [router])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="fade-edges relative flex gap-1 overflow-x-auto border-b border-line"
    >
      {children}
    </nav>
  )
}

/** A link among tabs: its look, and what it says. */
export function tabLink(chosen: boolean) {
  return { ...chosenLink(chosen), className: tabClass(chosen) }
}

/** The look of a link among tabs. */
export function tabClass(current: boolean): string {
  return cx(
    'flex h-11 min-w-11 shrink-0 items-center justify-center border-b-2 px-3 text-14 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
    current
      ? 'border-accent text-ink'
      : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
  )
}
