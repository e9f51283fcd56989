import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { cx } from './cx.ts'
import { iconButtonClass } from './icon-button.tsx'

/** Content that belongs to a page: at its right, on a phone over all of it. */
export function Drawer({
  open,
  onClose,
  hasAddress = false,
  title,
  titleRef,
  children,
}: {
  open: boolean
  onClose: () => void
  /** Whether the page's address opens it: Back then closes it anyway. */
  hasAddress?: boolean
  title: string
  /** Gets the focus when the drawer opens; its owner focuses it again when the content changes. */
  titleRef: RefObject<HTMLHeadingElement | null>
  /** A DrawerBody and, if it has actions, a DrawerFooter. */
  children: ReactNode
}) {
  useBackCloses(open && !hasAddress, onClose)
  return (
    <Base.Root open={open} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex justify-end">
          <Base.Popup
            initialFocus={titleRef}
            // The padding is for the footer, which would hide what gets the focus (WCAG 2.4.11).
            className={cx(
              'flex h-dvh w-full flex-col border-line bg-sheet pr-[env(safe-area-inset-right)] shadow-floating outline-none sm:max-w-form sm:border-l short:scroll-pb-40 short:overflow-y-auto short:overscroll-contain',
              'transition-[opacity,translate] duration-200 data-starting-style:translate-x-6 data-starting-style:opacity-0 data-ending-style:translate-x-6 data-ending-style:opacity-0',
            )}
          >
            <div className="flex items-center gap-4 border-b border-line px-5 py-2.5 sm:px-6">
              <Base.Title ref={titleRef} tabIndex={-1} className="min-w-0 flex-1 text-22">
                {title}
              </Base.Title>
              <Base.Close aria-label="Close" className={cx(iconButtonClass, '-mr-2')}>
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The content of a drawer; it scrolls. */
export function DrawerBody({ children }: { children: ReactNode }) {
  return (
    // Focusable, so that keys can scroll it even if nothing in it takes the focus.
    <section
      aria-label="Content"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto overscroll-contain px-5 py-5 -outline-offset-2 *:shrink-0 sm:px-6 short:flex-none short:overflow-visible"
    >
      {children}
    </section>
  )
}

/** The actions of a drawer; it stays in place. Where there is little room, only it does. */
export function DrawerFooter({ children }: { children: ReactNode }) {
  return (
    <div className="border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 short:sticky short:bottom-0 short:z-10 short:mt-auto short:bg-sheet short:py-2 tiny:static">
      {children}
    </div>
  )
}
