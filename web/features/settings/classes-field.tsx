import type { Section } from '#shared/api/courses.ts'
import { profileLimits } from '#shared/api/profiles.ts'
import { SectionsField } from '#web/features/courses/sections-field.tsx'
import { courseStyle } from '#web/features/posts/course-style.ts'

/** The classes one takes or teaches, in their courses' colours. */
export function ClassesField({
  field,
  error,
}: {
  field: {
    value: readonly Section[]
    onChange: (value: Section[]) => void
    onBlur?: () => void
    ref?: (target: { focus: () => void } | null) => void
  }
  error?: string | undefined
}) {
  return (
    <SectionsField<Section>
      label="Add a class"
      listLabel="Your classes"
      limit={profileLimits.classes}
      full={`${profileLimits.classes} classes are listed, which is as many as fit.`}
      field={field}
      choose={section => section}
      show={section => ({
        key: String(section.id),
        crn: section.crn,
        title: section.title,
        origin: `${section.school}, ${section.term}`,
        style: courseStyle(section),
      })}
      error={error}
    />
  )
}
