import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { courses, type Section, suggestAfter } from '#shared/api/courses.ts'
import { profileLimits } from '#shared/api/profiles.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { courseStyle } from '#web/features/posts/course-style.ts'
import { Suggestion } from '#web/features/upload/suggestion.tsx'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'

const sectionsFor = (text: string) =>
  queryOptions({
    queryKey: [courses.suggestSections.path, text],
    queryFn: async ({ signal }) =>
      (await call(courses.suggestSections, { query: { text } }, { signal })).data,
    enabled: text.length > suggestAfter.formFields,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** The classes one takes or teaches, found by CRN or title, one beside the other in their courses' colours. */
export function ClassesField({
  field: { value, onChange, onBlur, ref },
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
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const asked = useSettled(typed.trim())
  const { data, error: failure, isFetching } = useQuery(sectionsFor(asked))
  const enough = typed.trim().length > suggestAfter.formFields
  const listed = new Set(value.map(({ id }) => id))
  const items = enough && data ? data.filter(({ id }) => !listed.has(id)) : []
  const full = value.length >= profileLimits.classes
  const focusInput = () => box.current?.querySelector<HTMLElement>('input')?.focus()

  function remove(section: Section) {
    onChange(value.filter(({ id }) => id !== section.id))
    // The button goes with its class, and the focus must not.
    focusInput()
  }

  return (
    <Field
      label="Add a class"
      error={error}
      hint={full ? `${profileLimits.classes} classes are listed, which is as many as fit.` : undefined}
      aside={value.length > 0 && `${value.length} listed`}
    >
      {aria => (
        <div
          ref={element => {
            box.current = element
            ref?.(element && { focus: focusInput })
          }}
          className="flex flex-col gap-3"
        >
          <Combobox<Section>
            {...aria}
            value={null}
            onValueChange={section => {
              setTyped('')
              if (section) onChange([...value, section])
            }}
            text={typed}
            // What is picked is written into the input too; it is shown below instead.
            onTextChange={text => setTyped(items.some(item => formatCrn(item) === text) ? '' : text)}
            onBlur={onBlur}
            items={items}
            itemKey={section => String(section.id)}
            itemText={formatCrn}
            renderItem={section => (
              <Suggestion
                lead={section.crn}
                title={section.title}
                origin={`${section.school}, ${section.term}`}
              />
            )}
            loading={enough && isFetching}
            message={messageFor(enough && asked === typed.trim(), failure, items.length)}
            placeholder="CRN or title, such as 10432"
            disabled={full}
          />
          {value.length > 0 && (
            <ul aria-label="Your classes" className="flex flex-wrap gap-2">
              {value.map(section => (
                <li
                  key={section.id}
                  style={courseStyle(section)}
                  title={`${section.school}, ${section.term}`}
                  className="course-tint flex max-w-full min-w-0 items-center rounded-10 bg-course-wash pl-3 text-14 text-course-ink"
                >
                  <span className="figures mr-2 text-12">{section.crn}</span>
                  <span className="min-w-0 truncate font-medium">{section.title}</span>
                  <button
                    type="button"
                    aria-label={`Remove ${formatCrn(section)}`}
                    onClick={() => remove(section)}
                    className="ml-1 inline-flex size-8 shrink-0 items-center justify-center rounded-10 opacity-75 hover:opacity-100 touch-target"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

function messageFor(answered: boolean, failure: Error | null, found: number): string | undefined {
  if (!answered) return `Type at least ${suggestAfter.formFields + 1} characters.`
  if (failure) return problemText(failure)
  return found === 0 ? 'No crn found' : undefined
}
