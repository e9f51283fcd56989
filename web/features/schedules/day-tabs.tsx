import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { cx } from '#web/ui/cx.ts'
import { dayNames } from './words.ts'

/** The days of a week as tabs. */
export function DayTabs({
  schedule,
  day,
  onDay,
  below,
  children,
}: {
  schedule: Schedule
  day: Weekday
  onDay: (day: Weekday) => void
  /** Stands below the tabs, at the same width. */
  below?: ReactNode
  /** The content of the chosen day. */
  children: ReactNode
}) {
  return (
    <Tabs.Root value={day} onValueChange={onDay}>
      <div className={cx(below !== undefined && 'pl-12')}>
        <Tabs.List
          activateOnFocus
          aria-label="Day"
          className={cx(
            'grid min-w-0 grid-cols-7 gap-1 border border-line bg-sunken p-1',
            below !== undefined ? 'rounded-t-10 border-b-0' : 'rounded-10',
          )}
        >
          {weekdays.map(weekday => (
            <Tabs.Tab
              key={weekday}
              value={weekday}
              className="flex min-w-0 flex-col rounded-6 text-ink-soft transition-colors select-none hover:text-ink focus-visible:-outline-offset-2 data-active:bg-sheet data-active:text-ink data-active:shadow-raised"
            >
              <span
                aria-hidden="true"
                className="flex h-9 w-full items-center justify-center text-14 coarse:h-11"
              >
                {dayNames[weekday].slice(0, 1)}
                <span className="tiny:hidden">{dayNames[weekday].slice(1, 3)}</span>
              </span>
              <span className="sr-only">{summary(weekday, schedule[weekday].length)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      {below}
      <Tabs.Panel value={day} className="mt-5 rounded-6">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function summary(weekday: Weekday, count: number): string {
  const slots = count === 0 ? 'no time slots' : count === 1 ? '1 time slot' : `${count} time slots`
  return `${dayNames[weekday]}, ${slots}`
}
