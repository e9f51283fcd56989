import { type ComponentProps, useRef } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureText } from './failure-text.tsx'

type ConfirmDialogProps = Pick<
  ComponentProps<typeof Dialog>,
  'open' | 'onClose' | 'title' | 'description' | 'finalFocus' | 'children'
> & {
  /** The label of the button that does it. */
  action: string
  /** The label of the other button, which has the initial focus. */
  keep?: string
  /** The mutation, if the dialog waits for its answer: it then stays open until the call has succeeded. */
  sending?: { isPending: boolean; error: Error | null; reset: () => void }
  onConfirm: () => void
}

/** Asks before something that can't be undone, or that other people notice. */
export function ConfirmDialog({
  action,
  keep = 'Cancel',
  sending,
  onClose,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const pending = sending?.isPending ?? false
  const close = () => {
    if (pending) return
    // The next opening doesn't begin with this failure.
    sending?.reset()
    onClose()
  }
  return (
    <Dialog
      {...dialog}
      onClose={close}
      size="sm"
      initialFocus={cancel}
      footer={
        <>
          <FailureText className="w-full">{sending?.error && problemText(sending.error)}</FailureText>
          <Button ref={cancel} onClick={close} disabled={pending}>
            {keep}
          </Button>
          <Button variant="danger" pending={pending} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
