import { CalendarPlus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { DayException, TimeRange } from '#shared/domain/schedule.ts'
import { checkDayRange } from '#shared/domain/schedule-edits.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { useNow } from '#web/lib/use-now.ts'
import { dateIn, dateParts } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { isTyped, RangeInputs } from './add-range.tsx'
import { withException } from './draft.ts'
import type { ScheduleDraft } from './use-schedule-draft.ts'
import { useNoteUnadded } from './use-unadded.ts'
import { rangeText } from './words.ts'

type Kind = 'off' | 'hours'
type Fault = { at: 'date' | 'hours'; text: string }

type ExceptionsProps = {
  exceptions: readonly DayException[]
  zone: string
  onChange: (exceptions: DayException[]) => void
  noteUnadded: ScheduleDraft['noteUnadded']
}

/** Single dates that differ from their weekday: days off, and days with other hours. */
export function ExceptionsField({ exceptions, zone, onChange, noteUnadded }: ExceptionsProps) {
  const list = useRef<HTMLElement>(null)
  const [said, setSaid] = useState('')
  return (
    <>
      <section ref={list} tabIndex={-1} aria-label="Exceptions" className="rounded-6 outline-none">
        {exceptions.length === 0 ? (
          <p className="text-14 text-ink-soft">No exceptions yet.</p>
        ) : (
          <ul aria-label="Exceptions" className="divide-y divide-line border-y border-line">
            {exceptions.map(({ date, ranges }) => (
              <li key={date} className="flex min-h-12 items-center justify-between gap-3 py-1">
                <div className="min-w-0 text-14">
                  <p className="font-medium">{dateParts(date).whole}</p>
                  {ranges.length === 0 ? (
                    <p className="text-ink-soft">Day off</p>
                  ) : (
                    <ul className="figures flex flex-wrap gap-x-4 text-ink-soft">
                      {ranges.map(range => (
                        <li key={range.start}>{rangeText(range)}</li>
                      ))}
                    </ul>
                  )}
                </div>
                <IconButton
                  label={`Remove ${dateParts(date).whole}`}
                  className="-mr-2"
                  onClick={() => {
                    list.current?.focus()
                    onChange(exceptions.filter(other => other.date !== date))
                    setSaid(`${dateParts(date).whole} was removed.`)
                  }}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </section>
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddException
        exceptions={exceptions}
        zone={zone}
        onAdd={(date, ranges) => {
          onChange(withException(exceptions, date, ranges))
          setSaid(`${dateParts(date).whole} was added: ${ranges.map(rangeText).join(', ') || 'day off'}.`)
        }}
        noteUnadded={noteUnadded}
      />
    </>
  )
}

const noTimes: TimeRange = { start: '', end: '' }

function AddException({
  exceptions,
  zone,
  onAdd,
  noteUnadded,
}: Omit<ExceptionsProps, 'onChange'> & { onAdd: (date: string, ranges: TimeRange[]) => void }) {
  const [date, setDate] = useState('')
  const [kind, setKind] = useState<Kind>('off')
  const [range, setRange] = useState(noTimes)
  const [fault, setFault] = useState<Fault | null>(null)
  const dateInput = useRef<HTMLInputElement>(null)
  const startInput = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const today = dateIn(shownZone(zone), useNow())
  const label = kind === 'off' ? 'Add day off' : 'Add hours'
  // Of a day with other hours, the date stays here for the next range.
  const hasHours = exceptions.some(other => other.date === date && other.ranges.length > 0)
  const dateLeft = date !== '' && !(kind === 'hours' && hasHours)
  const rangeLeft = kind === 'hours' && isTyped(range)
  useNoteUnadded(noteUnadded, dateLeft || rangeLeft, {
    stop() {
      if (rangeLeft) {
        setFault({ at: 'hours', text: `Press “${label}” to keep these times, or clear them.` })
        startInput.current?.focus()
        return
      }
      const keep = kind === 'off' ? `Press “${label}” to keep this date` : 'Add hours for this date'
      setFault({ at: 'date', text: `${keep}, or clear it.` })
      dateInput.current?.focus()
    },
    clear() {
      setDate('')
      setRange(noTimes)
      setFault(null)
      return () => {
        setDate(date)
        setKind(kind)
        setRange(range)
      }
    },
  })

  function add() {
    const there = exceptions.find(other => other.date === date)?.ranges ?? []
    const found = check(there)
    setFault(found)
    if (found?.at !== 'hours') dateInput.current?.focus()
    if (found) return
    onAdd(date, kind === 'off' ? [] : [...there, range])
    setRange(noTimes)
    // A day may have several ranges; the date stays for the next one.
    if (kind === 'off') setDate('')
  }

  function check(there: readonly TimeRange[]): Fault | null {
    if (!date) return { at: 'date', text: 'Please select a date' }
    if (date < today) return { at: 'date', text: 'This date is in the past' }
    const text = kind === 'hours' ? checkDayRange(there, range, 'page') : null
    return text ? { at: 'hours', text } : null
  }

  return (
    <form
      noValidate
      aria-label="Add an exception"
      className="flex flex-col gap-4 rounded-10 bg-sunken p-4"
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-[min(10rem,100%)] flex-1 sm:max-w-52">
          <Field label="Date">
            {aria => (
              <Input
                {...aria}
                ref={dateInput}
                type="date"
                min={today}
                aria-invalid={fault?.at === 'date' || undefined}
                aria-describedby={fault?.at === 'date' ? faultId : undefined}
                value={date}
                onChange={event => {
                  setDate(event.target.value)
                  setFault(null)
                }}
                className="figures"
              />
            )}
          </Field>
        </div>
        <div>
          <Segmented<Kind>
            label="What’s different"
            value={kind}
            onChange={next => {
              setKind(next)
              setFault(null)
            }}
            options={[
              { value: 'off', label: 'Day off' },
              { value: 'hours', label: 'Other hours' },
            ]}
          />
        </div>
      </div>
      {kind === 'hours' && (
        <div className="flex flex-wrap gap-3">
          <RangeInputs
            range={range}
            faultId={fault?.at === 'hours' ? faultId : undefined}
            startRef={startInput}
            onChange={part => {
              setRange({ ...range, ...part })
              setFault(null)
            }}
          />
        </div>
      )}
      <FailureText id={faultId}>{fault?.text}</FailureText>
      <div>
        <Button type="submit">
          <CalendarPlus aria-hidden="true" className="size-4" />
          {label}
        </Button>
      </div>
    </form>
  )
}
