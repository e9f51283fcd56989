import { postLimits } from '#shared/api/posts.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { lengthNote } from '#web/ui/length-note.tsx'

export function TopicField({ value, onChange, error }: FormField<string>) {
  return (
    <Field label="Topic" required error={error} aside={lengthNote(value, postLimits.title)}>
      {aria => (
        <Input
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="Binary trees, chapter 4"
        />
      )}
    </Field>
  )
}

export function DetailsField({
  value,
  onChange,
  error,
  several = false,
}: FormField<string> & { several?: boolean }) {
  return (
    <Field
      label="Details"
      required
      error={error}
      hint={several ? 'This shows up with each file.' : undefined}
      aside={lengthNote(value, postLimits.details)}
    >
      {aria => (
        <Textarea
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          placeholder="What’s in it, and who is it for?"
        />
      )}
    </Field>
  )
}
