import { type ReactNode, useState } from 'react'
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
  next,
  children,
  ...dialog
}: Omit<FormDialogProps, 'initialFocus' | 'children'> & {
  reason: Reason | null
  next?: ReactNode
  children?: ReactNode
}) {
  const text = reason?.value ?? ''
  const [begun] = useState(text)
  useUnloadWarning(dialog.open && !dialog.arrived && text !== begun)
  return (
    <FormDialog {...dialog}>
      {children}
      {reason && <ReasonField {...reason} />}
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
}: Reason) {
  return (
    <Field
      label={label}
      hint={hint}
      required={!optional}
      optional={optional}
      aside={lengthNote(value, limit)}
      error={error}
    >
      {control => <Textarea {...control} value={value} onChange={event => onChange(event.target.value)} />}
    </Field>
  )
}
