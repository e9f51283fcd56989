import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { cx } from './cx.ts'
import type { MenuEntry } from './menu.tsx'

const itemClass =
  'flex min-h-9 cursor-default items-center gap-3 rounded-6 px-2.5 text-14 outline-none select-none coarse:min-h-11 ' +
  'data-highlighted:bg-accent-wash data-highlighted:text-accent-strong'

/** The list that a menu's button opens. */
export function MenuPopup({
  button,
  named,
  byKey,
  open,
  onOpenChange,
  entries,
  heading,
  align,
}: {
  button: RefObject<HTMLButtonElement | null>
  /** The id of the button, which names the list. */
  named: string
  /** Whether a key opened it: the first entry then gets the focus. */
  byKey: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  entries: readonly MenuEntry[]
  heading: ReactNode
  align: 'start' | 'center' | 'end'
}) {
  const popup = useRef<HTMLDivElement>(null)
  const atFirst = useRef(false)
  useEffect(() => {
    atFirst.current = open && byKey
  }, [open, byKey])
  useBackCloses(open, () => onOpenChange(false))
  return (
    <Base.Root
      modal={false}
      open={open}
      onOpenChange={(next, details) => {
        // A press on the button counts as outside the list; the button's own click closes it, and must not
        // find it closed.
        const target = details.event.target
        if (
          !next &&
          details.reason === 'outside-press' &&
          target instanceof Node &&
          button.current?.contains(target)
        ) {
          details.cancel()
          return
        }
        onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={button}
          align={align}
          sideOffset={6}
          data-print="hidden"
          className="z-50 outline-none"
        >
          <Base.Popup
            ref={popup}
            aria-labelledby={named}
            onFocus={event => {
              // The list itself gets the focus when it opens.
              if (!atFirst.current || event.target !== event.currentTarget) return
              atFirst.current = false
              event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
            }}
            // The chosen action may have already moved the focus: to another page's heading, or into a
            // dialog.
            finalFocus={() => (isAtHome(popup.current) ? button.current : false)}
            className="max-h-(--available-height) max-w-(--available-width) min-w-[min(13rem,var(--available-width))] overflow-y-auto rounded-10 border border-line bg-sheet p-1 shadow-floating outline-none transition-[opacity,translate] data-starting-style:-translate-y-1 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            {heading && <div className="mb-1 border-b border-line px-2.5 pt-2 pb-2.5">{heading}</div>}
            {entries.map((entry, index) =>
              entry === 'separator' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity but their place
                <Base.Separator key={index} className="my-1 h-px bg-line" />
              ) : 'choices' in entry ? (
                <Base.RadioGroup key={entry.choose} aria-label={entry.choose} value={entry.chosen}>
                  {entry.choices.map(({ value, label, onSelect }) => (
                    <Base.RadioItem
                      key={value}
                      value={value}
                      onClick={onSelect}
                      closeOnClick
                      className={itemClass}
                    >
                      <span className="flex-1">{label}</span>
                      <Base.RadioItemIndicator>
                        <Check aria-hidden="true" className="size-4" />
                      </Base.RadioItemIndicator>
                    </Base.RadioItem>
                  ))}
                </Base.RadioGroup>
              ) : (
                <Base.Item
                  key={entry.label}
                  render={entry.render}
                  onClick={entry.onSelect}
                  className={cx(itemClass, entry.danger && 'text-negative')}
                >
                  {entry.icon}
                  {entry.label}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether the focus is still in the list, or nowhere because the list is gone. */
function isAtHome(popup: HTMLElement | null): boolean {
  const focused = document.activeElement
  return focused === document.body || Boolean(popup?.contains(focused))
}
