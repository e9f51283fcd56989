import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import { courses, type Section } from '#shared/api/courses.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { call } from '#web/lib/api.ts'
import { Suggestion } from './suggestion.tsx'
import { SuggestionField } from './suggestion-field.tsx'
import type { UploadControl } from './upload-form.ts'

const sectionsFor = (text: string, courseId: number | undefined) =>
  queryOptions({
    queryKey: [courses.suggestSections.path, text, courseId],
    queryFn: async ({ signal }) =>
      (await call(courses.suggestSections, { query: { text, course_id: courseId } }, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** The CRN a document belongs to: one of the chosen course's, or any, which then says the course. */
export function CrnField({
  control,
  onPicked,
}: {
  control: UploadControl
  onPicked: (section: Section) => void
}) {
  const { field, fieldState } = useController({ control, name: 'section' })
  const course = useWatch({ control, name: 'course' })
  return (
    <SuggestionField
      label="CRN"
      field={{
        ...field,
        onChange: section => {
          field.onChange(section)
          if (section) onPicked(section)
        },
      }}
      error={fieldState.error?.message}
      suggestionsFor={text => sectionsFor(text, course?.id)}
      itemKey={section => String(section.id)}
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
