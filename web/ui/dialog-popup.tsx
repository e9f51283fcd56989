import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { cx } from './cx.ts'
import type { DialogProps } from './dialog.tsx'
import { startOf } from './dialog-start.ts'
import { iconButtonClass } from './icon-button.tsx'

/** What a dialog shows while it is open. */
export function DialogPopup({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  keepOpen = false,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} disablePointerDismissal={keepOpen} onOpenChange={next => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            initialFocus={initialFocus ?? (() => startOf(popup.current!))}
            finalFocus={finalFocus}
            className={cx(
              'flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-t-16 border border-line bg-sheet shadow-floating outline-none sm:rounded-16',
              'transition-[opacity,translate] duration-200 data-starting-style:translate-y-3 data-starting-style:opacity-0 data-ending-style:translate-y-3 data-ending-style:opacity-0',
              size === 'sm' ? 'sm:max-w-dialog' : 'sm:max-w-form',
            )}
          >
            <div className="flex min-h-0 flex-1 flex-col short:block short:scroll-pb-24 short:overflow-y-auto short:overscroll-contain">
              <div className="flex items-start gap-4 px-5 pt-4 pb-3 sm:px-6 sm:pt-5">
                <div className="min-w-0 flex-1 pt-1">
                  <Base.Title className="text-22">{title}</Base.Title>
                  {description && (
                    <Base.Description className="mt-1 text-14 text-ink-soft">{description}</Base.Description>
                  )}
                </div>
                <Base.Close aria-label="Close" className={cx(iconButtonClass, '-mr-2')}>
                  <X aria-hidden="true" className="size-5" />
                </Base.Close>
              </div>
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 sm:px-6 short:overflow-visible">
                {children}
              </div>
            </div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 short:py-2">
                {footer}
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
