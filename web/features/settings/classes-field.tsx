import type { Section } from '#shared/api/courses.ts'
import { profileLimits } from '#shared/api/profiles.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { SectionsField } from '#web/features/courses/sections-field.tsx'
import type { FormField } from '#web/lib/use-form.ts'

/** The classes that the person takes or teaches, in their courses' colors. */
export function ClassesField(
  field: FormField<Section[]> & { text: string; onTextChange: (text: string) => void },
) {
  return (
    <SectionsField<Section>
      label="Add a class"
      listLabel="Your classes"
      limit={profileLimits.classes}
      full={`You’ve listed ${profileLimits.classes} classes, the most you can have.`}
      {...field}
      choose={section => section}
      show={section => ({
        key: String(section.id),
        crn: section.crn,
        title: section.title,
        origin: `${section.school}, ${section.term}`,
        style: courseStyle(section),
      })}
    />
  )
}
