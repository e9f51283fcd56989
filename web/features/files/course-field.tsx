import type { Course } from '#shared/api/courses.ts'
import { MissingHint } from '#web/features/courses/missing-hint.tsx'
import { courseSuggestionsQuery } from '#web/features/courses/queries.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { SuggestionField } from '#web/features/courses/suggestion-field.tsx'
import type { FormField } from '#web/lib/use-form.ts'

/** The course a document belongs to. */
export function CourseField(field: FormField<Course | null>) {
  return (
    <SuggestionField
      label="Course"
      {...field}
      suggestionsFor={courseSuggestionsQuery}
      itemKey={course => String(course.id)}
      itemText={course => course.subject}
      renderItem={course => <Suggestion title={course.subject} origin={course.school} />}
      none="No course found"
      placeholder="CS 201 or Data Structures"
      hint={<MissingHint />}
    />
  )
}
