import { bookingLimits, bookingTexts } from '#shared/api/bookings.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'

/** A message to the other side with a decision or a cancellation. */
export function RemarksField({
  value,
  onChange,
  hint,
  error,
}: {
  value: string
  onChange: (value: string) => void
  hint: string
  error: string | undefined
}) {
  return (
    <Field
      label="Remarks"
      optional
      hint={hint}
      aside={lengthNote(value, bookingLimits.remarks)}
      error={error}
    >
      {control => <Textarea {...control} value={value} onChange={event => onChange(event.target.value)} />}
    </Field>
  )
}

/** What is wrong with some remarks, in words. */
export function remarksFault(value: string): string | undefined {
  return faultOf(bookingTexts.remarks, value.trim())
}
