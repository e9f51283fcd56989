import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { courses, suggestAfter } from '#shared/api/courses.ts'
import { call } from '#web/lib/api.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Autocomplete } from '#web/ui/autocomplete.tsx'
import { Field } from '#web/ui/field.tsx'

const schoolsFor = (text: string) =>
  queryOptions({
    queryKey: [courses.suggestSchools.path, text],
    queryFn: async ({ signal }) =>
      (await call(courses.suggestSchools, { query: { text } }, { signal })).data.map(({ name }) => name),
    enabled: text.length > suggestAfter.formFields,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** A person's college: one from the catalog in its spelling, or any other. */
export function CollegeField({ value, onChange, error }: FormField<string>) {
  const typed = value.trim()
  const asked = useSettled(typed)
  const { data = [] } = useQuery(schoolsFor(asked))
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
