import * as z from 'zod/mini'
import { bookingLimits, bookingTexts } from '#shared/api/bookings.ts'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'

/** Words that go with a decision or a cancellation to the other side. */
export function RemarksField({
  value,
  onChange,
  hint,
}: {
  value: string
  onChange: (value: string) => void
  hint: string
}) {
  return (
    <Field
      label="Remarks"
      optional
      hint={hint}
      aside={`${[...value].length} / ${bookingLimits.remarks}`}
      error={remarksFault(value)}
    >
      {control => (
        <Textarea {...control} dir="auto" value={value} onChange={event => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** What is wrong with some remarks, in words. */
export function remarksFault(value: string): string | undefined {
  return z.safeParse(bookingTexts.remarks, value.trim()).error?.issues[0]?.message
}
