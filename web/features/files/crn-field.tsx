import type { Course, Section } from '#shared/api/courses.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { courseSectionsQuery } from '#web/features/courses/queries.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { SuggestionField } from '#web/features/courses/suggestion-field.tsx'
import type { FormField } from '#web/lib/use-form.ts'

/** The CRN that a document belongs to: one of the chosen course's, all listed, or any, which then fills in the course. */
export function CrnField({ course, ...field }: FormField<Section | null> & { course: Course | null }) {
  return (
    <SuggestionField
      label="CRN"
      {...field}
      suggestionsFor={text => courseSectionsQuery(text, course?.id)}
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
