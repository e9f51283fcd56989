import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import type { FormState } from '#web/lib/use-form.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FailureText } from './failure-text.tsx'

export type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer' | 'keepOpen'> & {
  form: FormState
  /** The label of the submit button; null if the form can't be sent now. */
  action: string | null
  /** Whether that button is enabled. */
  ready?: boolean
  /** The label of the other button if the form destroys something: it then has the initial focus. */
  keep?: string
  /** The look of that button. */
  variant?: 'primary' | 'danger'
  /** Shown after success, if the dialog doesn't close then. */
  arrived?: { title: string; text: ReactNode } | undefined
  children: ReactNode
}

/** A form in a dialog, which stays open until the call has succeeded. */
export function FormDialog({
  form,
  action,
  ready = true,
  keep,
  variant = 'primary',
  arrived,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const { props, pending, failure } = form
  const cancel = useRef<HTMLButtonElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const hasArrived = arrived !== undefined
  useEffect(() => {
    if (hasArrived) done.current?.focus()
  }, [hasArrived])

  if (arrived) {
    return (
      <Dialog
        {...dialog}
        onClose={onClose}
        title={arrived.title}
        description={undefined}
        footer={
          <Button ref={done} variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-14 text-ink-soft">
          {arrived.text}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      {...(keep !== undefined && { initialFocus: cancel })}
      {...dialog}
      onClose={() => !pending && onClose()}
      footer={
        <>
          <FailureText className="w-full">{failure}</FailureText>
          <Button ref={cancel} onClick={onClose} disabled={pending}>
            {keep ?? 'Cancel'}
          </Button>
          {action !== null && (
            <Button variant={variant} type="submit" form={props.id} disabled={!ready} pending={pending}>
              {action}
            </Button>
          )}
        </>
      }
    >
      <form {...props} className="flex flex-col gap-5">
        {children}
      </form>
    </Dialog>
  )
}
