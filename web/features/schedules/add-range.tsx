import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { TimeRange, Weekday } from '#shared/domain/schedule.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { ScheduleDraft } from './use-schedule-draft.ts'
import { useNoteUnadded } from './use-unadded.ts'
import { rangeText } from './words.ts'

const nothing: TimeRange = { start: '', end: '' }

/**
 * Asks for a start and an end. An error shows below, and the typed times stay, also when another day is opened:
 * they may be meant for that one.
 */
export function AddRange({
  day,
  label,
  check,
  onAdd,
  noteUnadded,
}: {
  day: Weekday
  /** What the button says. */
  label: string
  check: (range: TimeRange) => string | null
  onAdd: (range: TimeRange) => void
  noteUnadded: ScheduleDraft['noteUnadded']
}) {
  const [range, setRange] = useState(nothing)
  const [found, setFound] = useState<{ day: Weekday; fault: string | null } | null>(null)
  const [said, setSaid] = useState('')
  const fault = found?.day === day ? found.fault : null
  const start = useRef<HTMLInputElement>(null)
  const faultId = useId()
  useNoteUnadded(noteUnadded, isTyped(range), {
    stop() {
      setFound({ day, fault: `Press “${label}” to keep these times, or clear them.` })
      start.current?.focus()
    },
    clear() {
      setRange(nothing)
      setFound(null)
      return () => setRange(range)
    },
  })

  function change(part: Partial<TimeRange>) {
    setRange({ ...range, ...part })
    setFound(null)
    setSaid('')
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const fault = check(range)
        setFound({ day, fault })
        start.current?.focus()
        if (fault) return
        onAdd(range)
        setRange(nothing)
        setSaid(`${rangeText(range)} was added.`)
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <RangeInputs
          range={range}
          onChange={change}
          faultId={fault === null ? undefined : faultId}
          startRef={start}
        />
        <Button type="submit">
          <Plus aria-hidden="true" className="size-4" />
          {label}
        </Button>
      </div>
      <FailureText id={faultId}>{fault}</FailureText>
      <p role="status" className="sr-only">
        {said}
      </p>
    </form>
  )
}

export const isTyped = ({ start, end }: TimeRange) => start !== '' || end !== ''

/** The two times of a range. */
export function RangeInputs({
  range,
  onChange,
  faultId,
  startRef,
}: {
  range: TimeRange
  onChange: (part: Partial<TimeRange>) => void
  /** What says what is wrong with them. */
  faultId: string | undefined
  startRef?: React.Ref<HTMLInputElement>
}) {
  return (
    <>
      {(['start', 'end'] as const).map(side => (
        <div key={side} className="min-w-[min(8rem,100%)] flex-1 sm:max-w-40">
          <Field label={side === 'start' ? 'Start time' : 'End time'}>
            {aria => (
              <Input
                {...aria}
                ref={side === 'start' ? startRef : undefined}
                type="time"
                aria-invalid={faultId !== undefined || undefined}
                aria-describedby={faultId}
                value={range[side]}
                onChange={event => onChange({ [side]: event.target.value })}
                className="figures"
              />
            )}
          </Field>
        </div>
      ))}
    </>
  )
}
