import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Course, suggestAfter } from '#shared/api/courses.ts'
import { splitSubject } from '#web/features/courses/course-style.ts'
import { courseQuery, courseSuggestionsQuery } from '#web/features/courses/queries.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { useSuggestions } from '#web/features/courses/use-suggestions.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { pickMessage } from './pick-message.ts'
import { usePick } from './use-pick.ts'

/** Filters by one course, found by its code or name; the courses of the person's classes are suggested at once. */
export function CourseFilter({
  course,
  onChange,
}: {
  course: number | undefined
  onChange: (course: number | undefined) => void
}) {
  const known = useQuery({ ...courseQuery(course ?? 0), enabled: course !== undefined }).data
  // Until the address has it, and the server has answered.
  const [picked, setPicked] = useState<Course | null>(null)
  const value = course === undefined ? null : (known ?? (picked?.id === course ? picked : null))
  const classes = useQuery(ownProfileQuery).data?.classes ?? []
  const own = new Map(
    classes.map(({ course_id: id, course_subject: subject, school }) => [id, { id, subject, school }]),
  )
  const { typed, combobox } = usePick<Course>({
    value,
    itemText: ({ subject }) => subject,
    onPick: next => {
      setPicked(next)
      onChange(next?.id)
    },
  })
  const enough = typed.length > suggestAfter.formFields
  const { found, error, waits } = useSuggestions(typed, enough, courseSuggestionsQuery)
  const items: readonly Course[] = typed ? found : [...own.values()]

  return (
    <Combobox<Course>
      {...combobox}
      aria-label="Course"
      placeholder="Any course"
      items={items}
      itemKey={({ id }) => String(id)}
      renderItem={({ subject, school }) => {
        const { code, title } = splitSubject(subject)
        return <Suggestion lead={code} title={title} origin={school} />
      }}
      loading={waits}
      message={pickMessage(
        { enough, error, none: items.length === 0 },
        { tooShort: `Type at least ${suggestAfter.formFields + 1} characters.`, nothing: 'No course found' },
      )}
    />
  )
}
