import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { addRange, checkCopy, checkRange, copyToAllDays, removeRange } from '#shared/domain/schedule-edits.ts'
import { Button } from '#web/ui/button.tsx'
import { AddRange } from './add-range.tsx'
import { DayTabs } from './day-tabs.tsx'
import { RangeList } from './range-list.tsx'
import { dayNames } from './words.ts'

/** The hours of each weekday, seen as a week and changed by the day. */
export function WeeklyHours({
  schedule,
  onChange,
}: {
  schedule: Schedule
  onChange: (schedule: Schedule) => void
}) {
  const [day, setDay] = useState<Weekday>(() => weekdays.find(each => schedule[each].length > 0) ?? 'mon')
  const [fault, setFault] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)

  function change(next: Schedule) {
    setFault(null)
    setCopied(false)
    onChange(next)
  }

  function copy() {
    const found = checkCopy(schedule, day)
    setFault(found)
    setCopied(found === null)
    if (!found) onChange(copyToAllDays(schedule, day))
  }

  return (
    <DayTabs
      schedule={schedule}
      day={day}
      onDay={next => {
        setDay(next)
        setFault(null)
        setCopied(false)
      }}
      picture
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="text-16 font-medium">{dayNames[day]}</h3>
        <Button variant="quiet" size="sm" className="-mr-3" onClick={copy}>
          <CopyPlus aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Copy to All Days
        </Button>
      </div>
      <p role="alert" className="text-14 font-medium text-negative empty:hidden">
        {fault}
      </p>
      <p role="status" className="text-14 text-ink-soft empty:hidden">
        {copied && `Every day now has the hours of ${dayNames[day]}. Save to keep them.`}
      </p>
      <RangeList
        ranges={schedule[day]}
        label={`Time slots on ${dayNames[day]}`}
        empty="No time slots added"
        onRemove={range => change(removeRange(schedule, day, range))}
      />
      <div className="mt-4">
        <AddRange
          key={day}
          label="Add Slot"
          check={range => checkRange(schedule, day, range, 'page')}
          onAdd={range => change(addRange(schedule, day, range))}
        />
      </div>
    </DayTabs>
  )
}
