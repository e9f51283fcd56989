import { useId } from 'react'
import { type Schedule, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { cx } from '#web/ui/cx.ts'
import { minutesOfCell, type Stretch, slotsOfDay, usePainting } from './use-painting.ts'
import { type Bar, barsOf } from './week-picture.ts'
import { dayNames, minutesText } from './words.ts'

type Props = {
  schedule: Schedule
  day: Weekday
  onDay: (day: Weekday) => void
  onPaint: (stretch: Stretch) => void
}

const coarse = matchMedia('(pointer: coarse)').matches

/** The hours of the week as a picture on which they are painted. */
export function WeekPainter({ schedule, day, onDay, onPaint }: Props) {
  const { painted, cursor, isBookable, props } = usePainting({ schedule, day, onDay, onPaint })
  const help = useId()
  const bars = barsOf(schedule)
  return (
    <>
      <div className="flex gap-2">
        <Hours />
        <div className="relative min-w-0 flex-1 rounded-b-10 border border-line border-t-0 bg-sunken px-1">
          <div
            {...props}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
            tabIndex={0}
            aria-label="Paint your hours"
            aria-describedby={help}
            className="group grid h-96 cursor-cell grid-cols-7 gap-1 rounded-6 select-none focus-visible:outline-offset-2"
          >
            {weekdays.map((weekday, index) => (
              <Column
                key={weekday}
                bars={bars[weekday]}
                chosen={weekday === day}
                painted={painted?.days.includes(weekday) ? painted : null}
                cursor={cursor.day === index ? cursor.slot : null}
              />
            ))}
          </div>
        </div>
      </div>
      <p id={help} className="sr-only">
        Arrow keys move by half an hour or a day. Press Space to start a block, and Space again to end it.
        Press Escape to cancel.
      </p>
      <p role="status" className="mt-2 ml-12 min-h-6 text-14 text-ink-soft">
        {painted ? (
          <span className="text-ink">{stretchText(painted)}</span>
        ) : (
          <>
            <span className="sr-only">
              {`${dayNames[weekdays[cursor.day]!]}, ${minutesText(minutesOfCell(cursor))}: ${isBookable(cursor) ? 'bookable' : 'not bookable'}`}
            </span>
            <span aria-hidden="true">
              {coarse
                ? 'Hold, then drag over free time to add hours, and over your hours to remove them.'
                : 'Drag over free time to add hours, and over your hours to remove them.'}
            </span>
          </>
        )}
      </p>
    </>
  )
}

function stretchText({ days, bookable, ...minutes }: Stretch): string {
  const [first, last] = [days[0]!, days.at(-1)!]
  const named = first === last ? dayNames[first] : `${dayNames[first]} to ${dayNames[last]}`
  return `${bookable ? 'Add' : 'Remove'} ${named}, ${minutesText(minutes)}`
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
    <div aria-hidden="true" className="flex h-96 w-10 shrink-0 flex-col justify-between">
      {marks.map(({ at, text }) => (
        <span
          key={at}
          className="flex h-0 items-center justify-end text-12 whitespace-nowrap text-ink-faint first:items-start last:items-end"
        >
          {text}
        </span>
      ))}
    </div>
  )
}

/** Arrow keys move the cursor, and wouldn't move the page. */
const scrollThere = (cursor: HTMLElement | null) => cursor?.scrollIntoView({ block: 'nearest' })

const percent = (part: number) => `${part * 100}%`

function Column({
  bars,
  chosen,
  painted,
  cursor,
}: {
  bars: readonly Bar[]
  chosen: boolean
  painted: Stretch | null
  /** The half hour where the keyboard is. */
  cursor: number | null
}) {
  return (
    <span aria-hidden="true" className="relative block border-y border-line">
      {[1, 2, 3].map(quarter => (
        <span
          key={quarter}
          className="absolute inset-x-0 border-t border-line"
          style={{ top: percent(quarter / 4) }}
        />
      ))}
      {bars.map(({ from, to }) => (
        <span
          key={from}
          className={cx(
            'absolute inset-x-0.5 rounded-6 transition-colors',
            chosen ? 'bg-accent' : 'bg-accent/60',
          )}
          style={{ top: percent(from), height: `max(3px, ${percent(to - from)})` }}
        />
      ))}
      {painted && (
        <span
          className={cx(
            'absolute inset-x-0.5 rounded-6 border-2',
            painted.bookable ? 'border-accent bg-accent/40' : 'border-ink-soft border-dashed bg-sunken/80',
          )}
          style={{
            top: percent(painted.start / (24 * 60)),
            height: percent((painted.end - painted.start) / (24 * 60)),
          }}
        />
      )}
      {cursor !== null && (
        <span
          key={cursor}
          ref={scrollThere}
          className="absolute inset-x-0 hidden rounded-6 outline-2 outline-ink group-focus-visible:block"
          style={{ top: percent(cursor / slotsOfDay), height: percent(1 / slotsOfDay) }}
        />
      )}
    </span>
  )
}
