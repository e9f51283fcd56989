import { CopyPlus, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import {
  addRange,
  checkCopy,
  checkRange,
  copyToAllDays,
  paintHours,
  removeRange,
} from '#shared/domain/schedule-edits.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { AddRange } from './add-range.tsx'
import { DayTabs } from './day-tabs.tsx'
import { RangeList } from './range-list.tsx'
import type { ScheduleDraft } from './use-schedule-draft.ts'
import { WeekPainter } from './week-painter.tsx'
import { dayNames } from './words.ts'

/** The hours of each weekday, painted on a picture of the week or edited by day. */
export function WeeklyHours({
  schedule,
  onChange,
  noteUnadded,
}: {
  schedule: Schedule
  onChange: (schedule: Schedule) => void
  noteUnadded: ScheduleDraft['noteUnadded']
}) {
  const [day, setDay] = useState<Weekday>(() => weekdays.find(each => schedule[each].length > 0) ?? 'mon')
  const [fault, setFault] = useState<string | null>(null)
  // Once saved or changed, the schedule is another.
  const [copied, setCopied] = useState<Schedule | null>(null)
  const [undo, setUndo] = useState<{ before: Schedule; after: Schedule } | null>(null)

  function change(next: Schedule) {
    setFault(null)
    onChange(next)
  }

  function choose(next: Weekday) {
    setDay(next)
    setFault(null)
    setCopied(null)
  }

  function copy() {
    const found = checkCopy(schedule, day)
    setFault(found)
    if (found) return
    const next = copyToAllDays(schedule, day)
    setCopied(next)
    setUndo({ before: schedule, after: next })
    onChange(next)
  }

  return (
    <DayTabs
      schedule={schedule}
      day={day}
      onDay={choose}
      below={
        <WeekPainter
          schedule={schedule}
          day={day}
          onDay={choose}
          onPaint={({ days, bookable, ...stretch }) => {
            const after = paintHours(schedule, days, stretch, bookable)
            setUndo({ before: schedule, after })
            setDay(days[0]!)
            change(after)
          }}
        />
      }
    >
      {undo?.after === schedule && (
        <Button variant="quiet" size="sm" className="-ml-3" onClick={() => change(undo.before)}>
          <Undo2 aria-hidden="true" className="size-4" />
          Undo
        </Button>
      )}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-16 font-medium">{dayNames[day]}</h3>
        <Button variant="quiet" size="sm" className="-mr-3" onClick={copy}>
          <CopyPlus aria-hidden="true" className="size-4" />
          Copy to All Days
        </Button>
      </div>
      <FailureText>{fault}</FailureText>
      <p role="status" className="text-14 text-ink-soft empty:sr-only not-empty:pb-3">
        {copied === schedule && `Every day now has ${dayNames[day]}’s hours. Save to keep them.`}
      </p>
      <RangeList
        ranges={schedule[day]}
        label={`Time slots on ${dayNames[day]}`}
        empty="No time slots added"
        onRemove={range => change(removeRange(schedule, day, range))}
      />
      <div className="mt-4">
        <AddRange
          day={day}
          label="Add Slot"
          check={range => checkRange(schedule, day, range, 'page')}
          onAdd={range => change(addRange(schedule, day, range))}
          noteUnadded={noteUnadded}
        />
      </div>
    </DayTabs>
  )
}
