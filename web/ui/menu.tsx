import { lazy, type ReactElement, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'

export type MenuEntry =
  | 'separator'
  | {
      label: string
      icon?: ReactNode
      onSelect?: () => void
      /** The element of an entry that is a link. */
      render?: ReactElement
      /** Set for an entry in a group of choices. */
      checked?: boolean
      danger?: boolean
    }

type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>
  type: 'button'
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

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
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      {trigger({
        ref: button,
        type: 'button',
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => {
          setWanted(true)
          setOpen(!open)
        },
        onPointerEnter: () => void loadPopup(),
        onFocus: () => void loadPopup(),
      })}
      {wanted && (
        <Suspense>
          <MenuPopup
            button={button}
            open={open}
            onOpenChange={setOpen}
            entries={entries}
            heading={heading}
            align={align}
          />
        </Suspense>
      )}
    </>
  )
}
