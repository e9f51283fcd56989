import { CalendarX2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { sessionLimits } from '#shared/api/sessions.ts'
import { plannedTimes } from '#shared/domain/occurrences.ts'
import { dateParts, shortDayText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { SessionControl } from './session-form.tsx'
import { isDate, type SessionValues, timingOf } from './session-values.ts'

/** Days on which a repeating session doesn't take place. */
export function SkippedDays({
  control,
  values,
  zone,
}: {
  control: SessionControl
  values: SessionValues
  zone: string
}) {
  const { field, fieldState } = useController({ control, name: 'skipped' })
  const [date, setDate] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function add() {
    const found = faultOf(date, values, zone)
    setFault(found)
    input.current?.focus()
    if (found) return
    field.onChange([...field.value, date].sort())
    setDate('')
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label="Skip a day" optional error={fault ?? fieldState.error?.message}>
        {aria => (
          <div className="flex gap-2">
            <Input
              {...aria}
              ref={element => {
                input.current = element
                field.ref(element)
              }}
              type="date"
              min={values.date || undefined}
              max={values.until || undefined}
              value={date}
              onChange={event => {
                setDate(event.target.value)
                setFault(null)
              }}
              onKeyDown={event => {
                // Not yet the whole form's.
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
              className="figures sm:max-w-52"
            />
            <Button onClick={add}>
              <CalendarX2 aria-hidden="true" strokeWidth={1.5} className="size-4" />
              Skip
            </Button>
          </div>
        )}
      </Field>
      {field.value.length > 0 && (
        <ul aria-label="Days skipped" className="flex flex-wrap gap-2">
          {field.value.map(skipped => (
            <li
              key={skipped}
              className="flex max-w-full items-center rounded-10 bg-sunken pl-3 text-14 text-ink-soft"
            >
              {shortDayText(`${skipped}T12:00:00Z`, 'UTC')}
              <button
                type="button"
                aria-label={`Don’t skip ${dateParts(skipped).whole}`}
                onClick={() => {
                  field.onChange(field.value.filter(other => other !== skipped))
                  // The button goes with its day, and the focus must not.
                  input.current?.focus()
                }}
                className="ml-1 inline-flex size-8 shrink-0 items-center justify-center rounded-10 opacity-75 hover:opacity-100 touch-target"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function faultOf(date: string, values: SessionValues, zone: string): string | null {
  if (!isDate(date)) return 'Choose the day to skip.'
  if (values.skipped.includes(date)) return 'This day is skipped already.'
  if (values.skipped.length >= sessionLimits.skippedDays) {
    return `At most ${sessionLimits.skippedDays} days can be skipped.`
  }
  const timing = timingOf(values, zone)
  return timing && plannedTimes(timing, date, date).length === 0
    ? 'The session doesn’t take place on this day anyway.'
    : null
}
