import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The panel beside the call; on a phone it covers the call. */
export function SidePanel({
  title,
  onClose,
  initialFocus,
  children,
}: {
  title: string
  onClose: () => void
  /** Gets the focus when it opens, where a keyboard on the screen doesn't then cover half of it; otherwise the heading does. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const writing = matchMedia('(pointer: fine)').matches ? initialFocus?.current : null
    ;(writing ?? heading.current)?.focus()
  }, [initialFocus])
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The focus was in the panel, and has fallen to the page.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    },
    [opener],
  )
  return (
    <aside
      aria-label={title}
      className="absolute inset-0 z-30 flex flex-col bg-sheet md:static md:w-80 in-data-board:short:absolute in-data-board:short:w-auto md:shrink-0 md:rounded-16 md:border md:border-line"
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <header className="flex items-center gap-2 border-b border-line py-1.5 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-18">
          {title}
        </h2>
        <IconButton label={`Close ${title.toLowerCase()}`} onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}
