import { useQuery } from '@tanstack/react-query'
import type { Section } from '#shared/api/courses.ts'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { cx } from '#web/ui/cx.ts'
import { CourseField } from './course-field.tsx'
import { CrnField } from './crn-field.tsx'
import { type UploadForm, withCourse, withSection } from './upload-form.ts'

/** Where a document belongs: one of the person's classes with one press, or any course and CRN. */
export function CourseAndCrn({ form }: { form: UploadForm }) {
  const { values, set } = form
  const classes = useQuery(ownProfileQuery).data?.classes ?? []
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {classes.length > 0 && (
        <MyClasses
          classes={classes}
          chosen={values.section}
          onChoose={section => set(withSection(section))}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <CourseField
          {...form.field('course')}
          onChange={course => set(values => withCourse(values, course))}
        />
        <CrnField
          {...form.field('section')}
          onChange={section => set(withSection(section))}
          course={values.course}
        />
      </div>
    </div>
  )
}

function MyClasses({
  classes,
  chosen,
  onChoose,
}: {
  classes: readonly Section[]
  chosen: Section | null
  onChoose: (section: Section) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-14 font-medium">My classes</legend>
      <div className="flex flex-wrap gap-2">
        {classes.map(section => (
          <button
            key={section.id}
            type="button"
            aria-pressed={chosen?.id === section.id}
            title={`${section.course_subject}, ${section.term}`}
            onClick={() => onChoose(section)}
            style={courseStyle(section)}
            className={cx(
              'course-tint inline-flex h-8 max-w-full min-w-0 items-center gap-2 rounded-10 border border-transparent bg-course-wash px-3 text-14 text-course-ink touch-target',
              'hover:border-course aria-pressed:border-course aria-pressed:font-semibold aria-pressed:inset-ring aria-pressed:inset-ring-course',
            )}
          >
            <span className="min-w-0 truncate font-medium">{splitSubject(section.course_subject).code}</span>
            <span className="figures text-12">{section.crn}</span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}
