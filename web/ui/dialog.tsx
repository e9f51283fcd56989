import type { ReactNode, RefObject } from 'react'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { codeOnOpen, useCodeOnOpen } from './code-on-open.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Its buttons, and above them why what they do failed: it is always in sight, the content may not be. */
  footer?: ReactNode
  size?: 'sm' | 'md'
  /** Whether a click outside leaves it open: it may contain a lot to lose, or something may open over it. */
  keepOpen?: boolean
  /** Whether the page's address opens it: Back then closes it anyway. */
  hasAddress?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus afterwards, if it isn't the one that had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

const popupCode = codeOnOpen(async () => (await import('./dialog-popup.tsx')).DialogPopup)

/**
 * A modal for a decision or a short form. On a phone it rises from the bottom edge; its content scrolls, its
 * footer stays. What draws it loads when it first opens.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, hasAddress = false } = props
  const DialogPopup = useCodeOnOpen(popupCode, open, onClose)
  useBackCloses(open && !hasAddress, onClose)
  return DialogPopup && <DialogPopup {...props} />
}
