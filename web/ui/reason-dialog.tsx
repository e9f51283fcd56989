import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { Field } from './field.tsx'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { Textarea } from './input.tsx'
import { lengthNote } from './length-note.tsx'

type Reason = {
  label: string
  hint: string
  /** From half of the limit on, a counter shows. */
  limit?: number
  optional?: boolean
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** Asks for a reason in words. Other fields come before it, and the consequences (`next`) after it. */
export function ReasonDialog({
  reason,
  startsThere = false,
  next,
  children,
  ...dialog
}: Omit<FormDialogProps, 'initialFocus' | 'children'> & {
  reason: Reason | null
  /** Whether the reason has the initial focus. */
  startsThere?: boolean
  next?: ReactNode
  children?: ReactNode
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const text = reason?.value ?? ''
  const [begun] = useState(text)
  useUnloadWarning(dialog.open && !dialog.arrived && text !== begun)
  return (
    <FormDialog {...dialog} {...(startsThere && { initialFocus: field })}>
      {children}
      {reason && <ReasonField {...reason} field={field} />}
      {next}
    </FormDialog>
  )
}

function ReasonField({
  label,
  hint,
  limit = Number.POSITIVE_INFINITY,
  optional = false,
  value,
  onChange,
  error,
  field,
}: Reason & { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <Field
      label={label}
      hint={hint}
      required={!optional}
      optional={optional}
      aside={lengthNote(value, limit)}
      error={error}
    >
      {control => (
        <Textarea {...control} ref={field} value={value} onChange={event => onChange(event.target.value)} />
      )}
    </Field>
  )
}
