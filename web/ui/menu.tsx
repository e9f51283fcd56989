import {
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react'
import { codeOnOpen, useCodeOnOpen } from './code-on-open.ts'

export type MenuEntry =
  | 'separator'
  | {
      label: string
      icon?: ReactNode
      onSelect?: () => void
      /** The element of an entry that is a link. */
      render?: ReactElement
      danger?: boolean
    }
  | Choices

/** Entries of which one is chosen. */
type Choices = {
  /** What is chosen, for screen readers. */
  choose: string
  chosen: string
  choices: readonly { value: string; label: string; onSelect: () => void }[]
}

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  type: 'button'
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: (event: MouseEvent) => void
  onPointerEnter: () => void
  onFocus: () => void
}

const loadPopup = async () => (await import('./menu-popup.tsx')).MenuPopup
const popupCode = codeOnOpen(loadPopup)
/** A head start: opening tries again, and says so if the code can't be fetched. */
const expectPopup = () => void loadPopup().catch(() => {})

/** A button that opens a list of actions. The list's code loads when somebody is about to open one. */
export function Menu({
  trigger,
  entries,
  heading,
  align = 'end',
}: {
  trigger: (props: TriggerProps) => ReactNode
  entries: readonly MenuEntry[]
  heading?: ReactNode
  align?: 'start' | 'center' | 'end'
}) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [byKey, setByKey] = useState(false)
  const MenuPopup = useCodeOnOpen(popupCode, open, () => setOpen(false))
  return (
    <>
      {trigger({
        ref: button,
        id,
        type: 'button',
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: event => {
          setOpen(!open)
          // A key's click has no count.
          setByKey(event.detail === 0)
        },
        onPointerEnter: expectPopup,
        onFocus: expectPopup,
      })}
      {MenuPopup && (
        <MenuPopup
          button={button}
          named={id}
          byKey={byKey}
          open={open}
          onOpenChange={setOpen}
          entries={entries}
          heading={heading}
          align={align}
        />
      )}
    </>
  )
}
