import { CalendarX2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { sessionLimits } from '#shared/api/sessions.ts'
import { plannedTimes } from '#shared/domain/occurrences.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { dateParts, shortDayText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { isDate, type SessionValues, timingOf } from './session-values.ts'

/** Days on which a repeating session doesn't take place. */
export function SkippedDays({
  value: days,
  onChange,
  error,
  skipping: { value: date, onChange: setDate, error: unskipped },
  values,
}: FormField<string[]> & {
  /** What is typed. */
  skipping: FormField<string>
  values: SessionValues
}) {
  const [fault, setFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function add() {
    const found = faultOf(date, values)
    setFault(found)
    input.current?.focus()
    if (found) return
    onChange([...days, date].sort())
    setDate('')
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label="Skip a day" optional error={fault ?? unskipped ?? error}>
        {aria => (
          <div className="flex flex-wrap gap-2">
            <Input
              {...aria}
              ref={input}
              type="date"
              min={values.date || undefined}
              max={values.until || undefined}
              value={date}
              onChange={event => {
                setDate(event.target.value)
                setFault(null)
              }}
              onKeyDown={event => {
                // Not yet part of the form.
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
              className="figures min-w-32 flex-1 sm:max-w-52"
            />
            <Button onClick={add}>
              <CalendarX2 aria-hidden="true" className="size-4" />
              Skip
            </Button>
          </div>
        )}
      </Field>
      {days.length > 0 && (
        <ul aria-label="Days skipped" className="flex flex-wrap gap-2">
          {days.map(skipped => (
            <li
              key={skipped}
              className="flex max-w-full items-center rounded-10 bg-sunken pl-3 text-14 text-ink-soft"
            >
              {shortDayText(`${skipped}T12:00:00Z`, 'UTC')}
              <button
                type="button"
                aria-label={`Don’t skip ${dateParts(skipped).whole}`}
                onClick={() => {
                  onChange(days.filter(other => other !== skipped))
                  // The button disappears with its day, but the focus must not.
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

function faultOf(date: string, values: SessionValues): string | null {
  if (!isDate(date)) return 'Choose the day to skip.'
  if (values.skipped.includes(date)) return 'You already skipped this day.'
  if (values.skipped.length >= sessionLimits.skippedDays) {
    return `You can skip up to ${sessionLimits.skippedDays} days.`
  }
  const timing = timingOf(values)
  return timing && plannedTimes(timing, date, date).length === 0 ? 'There’s no session on this day.' : null
}
