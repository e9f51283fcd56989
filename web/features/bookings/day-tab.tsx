import { Tabs } from '@base-ui/react/tabs'
import { dateParts } from '#web/lib/zoned-time.ts'
import { freeIn, type PickerDay } from './picker-days.ts'

/** One day of the picker, with its number of free tiles. */
export function DayTab({ day, today }: { day: PickerDay; today: boolean }) {
  const { weekday, day: number, whole } = dateParts(day.date)
  const free = freeIn(day)
  return (
    <Tabs.Tab
      value={day.date}
      className="flex min-w-0 flex-col items-center rounded-6 py-1.5 text-ink-soft transition-colors select-none hover:text-ink focus-visible:-outline-offset-2 data-active:bg-sheet data-active:text-ink data-active:shadow-raised"
    >
      <span aria-hidden="true" className="text-12 leading-4">
        {today ? 'Today' : weekday}
      </span>
      <span aria-hidden="true" className="text-18 leading-6 font-medium tabular-nums">
        {number}
      </span>
      <span
        aria-hidden="true"
        className={
          free > 0 ? 'mt-1 size-1 rounded-full bg-accent' : 'mt-1 size-1 rounded-full bg-transparent'
        }
      />
      <span className="sr-only">
        {today && 'Today, '}
        {whole}, {day.tiles.length === 0 ? 'no schedule' : free === 0 ? 'all booked' : `${free} free`}
      </span>
    </Tabs.Tab>
  )
}
