import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Course, courses } from '#shared/api/courses.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { SuggestionField } from '#web/features/courses/suggestion-field.tsx'
import { call } from '#web/lib/api.ts'
import type { FormField } from '#web/lib/use-form.ts'

const coursesFor = (text: string) =>
  queryOptions({
    queryKey: [courses.suggest.path, text],
    queryFn: async ({ signal }) => (await call(courses.suggest, { query: { text } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** The course a document belongs to. */
export function CourseField(field: FormField<Course | null>) {
  return (
    <SuggestionField
      label="Course"
      {...field}
      suggestionsFor={coursesFor}
      itemKey={course => String(course.id)}
      itemText={course => course.subject}
      renderItem={course => <Suggestion title={course.subject} origin={course.school} />}
      none="No course found"
      placeholder="CS 201 or Data Structures"
    />
  )
}
