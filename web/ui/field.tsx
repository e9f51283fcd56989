import { type ReactNode, useId, useState } from 'react'
import { FailureText } from './failure-text.tsx'

/** The props that connect the control inside a field with its label, hint and error. */
export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/**
 * A labeled control with its hint and its error: `<Field label="Topic">{control => <Input {...control}
 * />}</Field>`.
 */
export function Field({
  label,
  hint,
  error,
  required = false,
  optional = false,
  aside,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Shows "optional" beside the label. */
  optional?: boolean
  /** At the end of the label's line: a count, say. */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const [known, setKnown] = useState({ error, quiet: false })
  if (error !== known.error) setKnown({ error, quiet: isElsewhereInForm(id) })
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="min-w-0 text-14 font-medium">
          {label}
          {optional && <span className="font-normal text-ink-faint"> (optional)</span>}
        </label>
        {aside && <span className="shrink-0 text-12 whitespace-nowrap text-ink-faint">{aside}</span>}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-12 text-ink-faint">
          {hint}
        </p>
      )}
      <FailureText id={`${id}-error`} small quiet={known.quiet}>
        {error}
      </FailureText>
    </div>
  )
}

/**
 * Whether the focus is on another control of the field’s form, as when somebody sends it. The first wrong field then gets the focus,
 * and is read with its error; all errors at once would drown that one out, and say it twice.
 */
function isElsewhereInForm(id: string): boolean {
  const focused = document.activeElement
  const control = document.getElementById(id)
  const form = control?.closest('form')
  const isInForm = form?.contains(focused) || (focused instanceof HTMLButtonElement && focused.form === form)
  return Boolean(form && isInForm && focused !== control)
}
