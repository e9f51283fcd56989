import { queryOptions } from '@tanstack/react-query'
import { type Course, courses, type Section } from '#shared/api/courses.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { SuggestionField } from '#web/features/courses/suggestion-field.tsx'
import { call } from '#web/lib/api.ts'
import type { FormField } from '#web/lib/use-form.ts'

const sectionsFor = (text: string, courseId: number | undefined) =>
  queryOptions({
    queryKey: [courses.suggestSections.path, text, courseId],
    queryFn: async ({ signal }): Promise<Section[]> =>
      (await call(courses.suggestSections, { query: { text, course_id: courseId } }, { signal })).data,
    staleTime: 5 * 60_000,
  })

/** The CRN that a document belongs to: one of the chosen course's, all listed, or any, which then fills in the course. */
export function CrnField({ course, ...field }: FormField<Section | null> & { course: Course | null }) {
  return (
    <SuggestionField
      label="CRN"
      {...field}
      suggestionsFor={text => sectionsFor(text, course?.id)}
      atOnce={course !== null}
      itemKey={({ id }) => String(id)}
      itemText={formatCrn}
      renderItem={section => (
        <Suggestion
          lead={section.crn}
          title={section.title}
          origin={course ? section.term : `${section.school}, ${section.term}`}
        />
      )}
      none="No crn found"
      placeholder="10432"
    />
  )
}
