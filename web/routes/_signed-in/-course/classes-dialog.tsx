import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Course, type Section, suggestionLimit } from '#shared/api/courses.ts'
import { profileLimits } from '#shared/api/profiles.ts'
import { MissingHint } from '#web/features/courses/missing-hint.tsx'
import { courseSectionsQuery } from '#web/features/courses/queries.ts'
import { Suggestion } from '#web/features/courses/suggestion.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { withChangedClasses } from '#web/features/settings/profile-values.ts'
import { useListClasses } from '#web/features/settings/use-list-classes.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/cx.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = { course: Course; open: boolean; onClose: () => void }

/** The classes of a course, to choose which of them are the person's own. */
export function ClassesDialog({ course, open, onClose }: Props) {
  const { data: profile } = useQuery(ownProfileQuery)
  const own = profile?.classes ?? []
  const before = own.filter(({ course_id }) => course_id === course.id)
  const [picked, setPicked] = useState<Section[] | null>(null)
  const chosen = picked ?? before
  const list = useListClasses()
  // Opens again with what is stored.
  const close = () => {
    setPicked(null)
    list.reset()
    onClose()
  }
  const form = useForm({
    initial: {},
    check: () => ({}),
    sending: list,
    onSubmit: () =>
      list.mutate(withChangedClasses(before, chosen, own), {
        onSuccess: () => {
          toast.success('Your classes are saved.')
          close()
        },
      }),
  })
  const isFull = own.length - before.length + chosen.length >= profileLimits.classes
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title="Choose your classes"
      description={course.subject}
      action="Save"
      ready={picked !== null}
      size="sm"
    >
      <Choices course={course} before={before} chosen={chosen} isFull={isFull} onChoose={setPicked} />
      <p className="text-12 text-ink-faint">
        {isFull ? `You’ve listed ${profileLimits.classes} classes, the most you can have.` : <MissingHint />}
      </p>
    </FormDialog>
  )
}

function Choices({
  course,
  before,
  chosen,
  isFull,
  onChoose,
}: {
  course: Course
  before: readonly Section[]
  chosen: readonly Section[]
  isFull: boolean
  onChoose: (sections: Section[]) => void
}) {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const query = useQuery({ ...courseSectionsQuery(text, course.id), placeholderData: keepPreviousData })
  const { data: found, error, isPlaceholderData } = query
  const [isLong, setLong] = useState(false)
  if (!isLong && found?.length === suggestionLimit) setLong(true)
  if (!found) {
    return error ? (
      <LoadFailed title="The classes didn’t load" {...failureOf(query)} />
    ) : (
      <div role="status" aria-label="Loading the classes" className="flex flex-col gap-3">
        {[0, 1, 2].map(row => (
          <Skeleton key={row} className="h-9.5 coarse:h-11" />
        ))}
      </div>
    )
  }
  const has = (sections: readonly Section[], { id }: Section) => sections.some(one => one.id === id)
  const rows = text ? found : [...before.filter(section => !has(found, section)), ...found]
  return (
    <>
      {isLong && (
        <SearchField label="Find a class" placeholder="CRN or title" value={typed} onChange={setTyped} />
      )}
      <fieldset
        className={cx('flex min-w-0 flex-col gap-3 transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        <legend className="sr-only">Classes of {course.subject}</legend>
        {rows.map(section => {
          const isChosen = has(chosen, section)
          return (
            <Checkbox
              key={section.id}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={() =>
                onChoose(isChosen ? chosen.filter(({ id }) => id !== section.id) : [...chosen, section])
              }
            >
              <Suggestion lead={section.crn} title={section.title} origin={section.term} />
            </Checkbox>
          )
        })}
        {rows.length === 0 && (
          <p className="text-14 text-ink-soft">
            {text ? 'No class fits what you typed.' : 'This course has no classes yet.'}
          </p>
        )}
      </fieldset>
    </>
  )
}
