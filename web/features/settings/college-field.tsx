import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { suggestAfter } from '#shared/api/courses.ts'
import { schoolSuggestionsQuery } from '#web/features/courses/queries.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Autocomplete } from '#web/ui/autocomplete.tsx'
import { Field } from '#web/ui/field.tsx'

/** A person's college: one from the catalog in its spelling, or any other. */
export function CollegeField({ value, onChange, error }: FormField<string>) {
  const typed = value.trim()
  const asked = useSettled(typed)
  const { data = [] } = useQuery({ ...schoolSuggestionsQuery(asked), placeholderData: keepPreviousData })
  const open = typed.length > suggestAfter.formFields
  return (
    <Field label="College" optional error={error}>
      {aria => (
        <Autocomplete
          {...aria}
          value={value}
          onValueChange={onChange}
          items={open ? data.filter(name => name !== value) : []}
          placeholder="Where you study or teach"
        />
      )}
    </Field>
  )
}
