import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { courses } from '#shared/api/courses.ts'
import { call } from '#web/lib/api.ts'
import { Suggestion } from './suggestion.tsx'
import { SuggestionField } from './suggestion-field.tsx'
import type { UploadControl } from './upload-form.ts'

const coursesFor = (text: string) =>
  queryOptions({
    queryKey: [courses.suggest.path, text],
    queryFn: async ({ signal }) => (await call(courses.suggest, { query: { text } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** The course a document belongs to. `onChanged` hears of a pick, whose CRN may be another's. */
export function CourseField({
  control,
  onChanged,
}: {
  control: UploadControl
  onChanged: (courseId: number | null) => void
}) {
  const { field, fieldState } = useController({ control, name: 'course' })
  return (
    <SuggestionField
      label="Course"
      field={{
        ...field,
        onChange: course => {
          field.onChange(course)
          onChanged(course?.id ?? null)
        },
      }}
      error={fieldState.error?.message}
      suggestionsFor={coursesFor}
      itemKey={course => String(course.id)}
      itemText={course => course.subject}
      renderItem={course => <Suggestion title={course.subject} origin={course.school} />}
      none="No course found"
      placeholder="CS 201 or Data Structures"
    />
  )
}
