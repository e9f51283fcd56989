import { X } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { type Section, suggestAfter } from '#shared/api/courses.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { problemText } from '#web/lib/problem-text.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { splitSubject } from './course-style.ts'
import { MissingHint } from './missing-hint.tsx'
import { sectionSuggestionsQuery } from './queries.ts'
import { Suggestion } from './suggestion.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** A chosen section, as shown. */
type Shown = {
  key: string
  crn: string
  title: string
  /** Its school and term. */
  origin?: string
  /** Its course's color; neutral without one. */
  style?: CSSProperties
}

/** The fault of text that is typed into the field while its form is sent. */
export function unpickedFault(text: string): string | undefined {
  return text.trim() ? 'Choose a class from the list, or clear the text.' : undefined
}

/** A field for several sections, found by CRN or title; chosen ones appear below the input. */
export function SectionsField<Chosen>({
  label,
  optional = false,
  listLabel,
  limit,
  full,
  text,
  onTextChange,
  value,
  onChange,
  choose,
  show,
  error,
}: FormField<Chosen[]> & {
  label: string
  optional?: boolean
  /** The accessible name of the chosen ones. */
  listLabel: string
  limit: number
  /** The message at the maximum number. */
  full: string
  /** What is typed and not chosen yet. */
  text: string
  onTextChange: (text: string) => void
  /** The stored part of a section. */
  choose: (section: Section) => Chosen
  show: (chosen: Chosen) => Shown
}) {
  const box = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const typed = text.trim()
  const enough = typed.length > suggestAfter.otherPickers
  const { found, error: failure, waits } = useSuggestions(typed, enough, sectionSuggestionsQuery)
  const listed = new Set(value.map(chosen => show(chosen).key))
  const items = found.filter(section => !listed.has(show(choose(section)).key))
  const isFull = value.length >= limit

  function remove(removed: Chosen) {
    onChange(value.filter(chosen => chosen !== removed))
    setSaid(`${nameOf(show(removed))} was removed.`)
    // The button disappears with its section, but the focus must not.
    box.current?.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <Field
      label={label}
      optional={optional}
      error={error}
      hint={isFull ? full : <MissingHint />}
      aside={value.length > 0 && `${value.length} listed`}
    >
      {aria => (
        <div ref={box} className="flex flex-col gap-3">
          <Combobox<Section>
            {...aria}
            value={null}
            onValueChange={section => {
              onTextChange('')
              if (!section) return
              onChange([...value, choose(section)])
              setSaid(`${formatCrn(section)} was added.`)
            }}
            text={text}
            onTextChange={(next, change) => {
              // The pick is also written into the input; it shows below instead.
              if (change?.reason === 'item-press') return
              // A list that closes without a pick empties the input: the person would think that they had chosen.
              if (change?.reason !== 'input-clear') onTextChange(next)
            }}
            items={items}
            itemKey={section => String(section.id)}
            itemText={formatCrn}
            renderItem={section => (
              <Suggestion
                lead={`${splitSubject(section.course_subject).code} · ${section.crn}`}
                title={section.title}
                origin={`${section.school}, ${section.term}`}
              />
            )}
            loading={waits}
            message={messageFor(enough, failure, items.length)}
            placeholder="MATH 221, a CRN or a title"
            disabled={isFull}
          />
          {value.length > 0 && (
            <ul aria-label={listLabel} className="flex flex-wrap gap-2">
              {value.map(chosen => {
                const { key, ...shown } = show(chosen)
                return <Choice key={key} {...shown} onRemove={() => remove(chosen)} />
              })}
            </ul>
          )}
          <p role="status" className="sr-only">
            {said}
          </p>
        </div>
      )}
    </Field>
  )
}

function Choice({ crn, title, origin, style, onRemove }: Omit<Shown, 'key'> & { onRemove: () => void }) {
  return (
    <li
      style={style}
      title={origin}
      className={cx(
        'flex max-w-full min-w-0 items-center rounded-10 pl-3 text-14',
        style ? 'course-tint bg-course-wash text-course-ink' : 'bg-sunken text-ink-soft',
      )}
    >
      <span className="figures mr-2 text-12">{crn}</span>
      <span className="min-w-0 truncate font-medium">{title}</span>
      <button
        type="button"
        aria-label={`Remove ${nameOf({ crn, title })}`}
        onClick={onRemove}
        className="ml-1 inline-flex size-8 shrink-0 items-center justify-center rounded-10 opacity-75 hover:opacity-100 touch-target"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  )
}

const nameOf = ({ crn, title }: Pick<Shown, 'crn' | 'title'>) => (title ? formatCrn({ crn, title }) : crn)

function messageFor(enough: boolean, failure: Error | null, found: number): string | undefined {
  if (!enough) return `Type at least ${suggestAfter.otherPickers + 1} characters.`
  if (failure) return problemText(failure)
  return found === 0 ? 'No crn found' : undefined
}
