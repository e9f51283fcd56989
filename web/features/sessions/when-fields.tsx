import { useId } from 'react'
import type { Weekday } from '#shared/domain/schedule.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { dayNames } from '#web/features/schedules/words.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import type { FormField } from '#web/lib/use-form.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dateIn } from '#web/lib/zoned-time.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { isDate, lengthOf, type SessionFields, weekdayOf } from './session-values.ts'
import { SkippedDays } from './skipped-days.tsx'
import { lengthText } from './words.ts'

/** The day and the times, and the weekdays on which they repeat. */
export function WhenFields({ form }: { form: SessionFields }) {
  const { values, set } = form
  const { date, repeat, days } = values
  const minutes = lengthOf(values)
  const today = dateIn(shownZone(values.zone), useNow())

  /** The only chosen weekday follows the date. */
  function followDate(next: string) {
    const follows = days.length === 1 && isDate(date) && days[0] === weekdayOf(date)
    set({ date: next })
    if (repeat && isDate(next) && (follows || days.length === 0)) set({ days: [weekdayOf(next)] })
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="col-span-2 sm:col-span-1">
          <Moment
            {...form.field('date')}
            label={repeat ? 'First day' : 'Date'}
            type="date"
            min={today}
            onChange={followDate}
          />
        </div>
        <Moment {...form.field('start')} label="Start time" type="time" />
        <Moment {...form.field('end')} label="End time" type="time" />
      </div>
      <p role="status" className="-mt-2 text-14 text-ink-soft empty:sr-only">
        {minutes !== null &&
          `Lasts ${lengthText(minutes)}${values.end <= values.start ? ', until the next day' : ''}.`}
      </p>
      <Checkbox
        checked={repeat}
        onChange={event => {
          set({ repeat: event.target.checked })
          if (event.target.checked && days.length === 0 && isDate(date)) set({ days: [weekdayOf(date)] })
        }}
      >
        Repeats every week
      </Checkbox>
      {repeat && (
        <>
          <Weekdays {...form.field('days')} />
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <Moment {...form.field('until')} label="Last day" type="date" min={date || today} optional />
          </div>
          <SkippedDays {...form.field('skipped')} skipping={form.field('skipping')} values={values} />
        </>
      )}
    </>
  )
}

function Moment({
  value,
  onChange,
  error,
  label,
  type,
  min,
  optional = false,
}: FormField<string> & {
  label: string
  type: 'date' | 'time'
  min?: string
  optional?: boolean
}) {
  return (
    <Field label={label} required={!optional} optional={optional} error={error}>
      {aria => (
        <Input
          {...aria}
          value={value}
          onChange={event => onChange(event.target.value)}
          type={type}
          min={min}
          className="figures"
        />
      )}
    </Field>
  )
}

function Weekdays({ value, onChange, error }: FormField<Weekday[]>) {
  const faultId = useId()
  const toggle = (day: Weekday) =>
    onChange(weekdays.filter(other => (other === day) !== value.includes(other)))
  return (
    <fieldset className="min-w-0">
      <legend className="text-14 font-medium">On</legend>
      <div className="mt-1.5 grid grid-cols-7 gap-1 sm:gap-1.5">
        {weekdays.map(day => (
          <label
            key={day}
            className="relative flex h-10 items-center justify-center rounded-10 border border-line-strong bg-sheet text-14 font-medium text-ink-soft transition-colors select-none hover:border-ink-soft has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:h-11"
          >
            <input
              type="checkbox"
              aria-label={dayNames[day]}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && faultId}
              checked={value.includes(day)}
              onChange={() => toggle(day)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-10 outline-none"
            />
            <span aria-hidden="true">{dayNames[day].slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <FailureText id={faultId} small className="mt-1.5">
        {error}
      </FailureText>
    </fieldset>
  )
}
