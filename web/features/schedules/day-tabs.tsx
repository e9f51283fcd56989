import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { type Bar, barsOf } from './week-picture.ts'
import { dayNames } from './words.ts'

/** The days of a week to choose from; `picture` draws the hours of each, so that one sees the week. */
export function DayTabs({
  schedule,
  day,
  onDay,
  picture = false,
  children,
}: {
  schedule: Schedule
  day: Weekday
  onDay: (day: Weekday) => void
  picture?: boolean
  /** What is to be seen of the chosen day. */
  children: ReactNode
}) {
  const bars = barsOf(schedule)
  return (
    <Tabs.Root value={day} onValueChange={onDay}>
      <div className="flex gap-2">
        {picture && <Hours />}
        <Tabs.List
          activateOnFocus
          aria-label="Day"
          className="grid min-w-0 flex-1 grid-cols-7 gap-1 rounded-10 border border-line bg-sunken p-1"
        >
          {weekdays.map(weekday => (
            <Tabs.Tab
              key={weekday}
              value={weekday}
              className="group flex min-w-0 flex-col rounded-6 text-ink-soft transition-colors select-none hover:text-ink focus-visible:-outline-offset-2 data-active:bg-sheet data-active:text-ink data-active:shadow-raised"
            >
              <span
                aria-hidden="true"
                className="flex h-9 w-full items-center justify-center text-14 coarse:h-11"
              >
                {dayNames[weekday].slice(0, 3)}
              </span>
              {picture && <Column bars={bars[weekday]} />}
              <span className="sr-only">{summary(weekday, schedule[weekday].length)}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
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

const marks = [
  { at: 0, text: '12 AM' },
  { at: 6, text: '6 AM' },
  { at: 12, text: 'Noon' },
  { at: 18, text: '6 PM' },
  { at: 24, text: '12 AM' },
]

/** What the heights of the picture mean. */
function Hours() {
  return (
    <div aria-hidden="true" className="flex w-10 shrink-0 flex-col pt-10.25 pb-2 coarse:pt-12.25">
      <div className="flex h-52 flex-col justify-between">
        {marks.map(({ at, text }) => (
          <span
            key={at}
            className="flex h-0 items-center justify-end text-12 whitespace-nowrap text-ink-faint"
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

function Column({ bars }: { bars: readonly Bar[] }) {
  return (
    <span aria-hidden="true" className="relative mx-1 mb-1 block h-52 border-y border-line">
      {[25, 50, 75].map(at => (
        <span key={at} className="absolute inset-x-0 border-t border-line" style={{ top: `${at}%` }} />
      ))}
      {bars.map(({ from, to }) => (
        <span
          key={from}
          className="absolute inset-x-0.5 rounded-6 bg-accent/60 transition-colors group-hover:bg-accent/80 group-data-active:bg-accent"
          style={{ top: `${from * 100}%`, height: `max(3px, ${(to - from) * 100}%)` }}
        />
      ))}
    </span>
  )
}
