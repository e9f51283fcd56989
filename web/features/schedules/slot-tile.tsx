import type { ReactNode } from 'react'
import { lettersIfTwice } from '#shared/domain/zone-letters.ts'
import { useNow } from '#web/lib/use-now.ts'
import { shortDayText, timesText, timeText } from '#web/lib/zoned-time.ts'

type Tile = { 'aria-label': string; className: string; children: ReactNode }

/** A free time of somebody as a tile: its day and its start in a zone. The page says where it leads. */
export function SlotTile({
  slot: { start, end },
  zone,
  name,
  children,
}: {
  slot: { start: string; end: string }
  zone: string
  name: string
  children: (tile: Tile) => ReactNode
}) {
  const day = dayName(start, zone, useNow())
  return children({
    'aria-label': `${day}, ${timesText(start, end, zone).replace('–', 'to')}, with ${name}`,
    className:
      'flex min-h-14 min-w-0 flex-col items-center justify-center rounded-10 border border-line-strong bg-sheet px-1 py-1.5 text-center transition-colors hover:border-accent hover:bg-accent-wash',
    children: (
      <>
        <span className="max-w-full truncate text-12 text-ink-faint">{day}</span>
        <time dateTime={start} className="figures text-14 font-medium whitespace-nowrap">
          {timeText(start, zone)}
          {lettersIfTwice(zone, start)}
        </time>
      </>
    ),
  })
}

/** The free times that haven't begun: a page may be open for long, and one that has begun can't be booked. */
export function useSlotsAhead<S extends { start: string }>(slots: readonly S[]): S[] {
  const now = useNow().getTime()
  return slots.filter(({ start }) => Date.parse(start) > now)
}

/** "Today", "Tomorrow" or "Wed, Nov 25". */
function dayName(start: string, zone: string, now: Date): string {
  const day = shortDayText(start, zone)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  if (day === shortDayText(today.epochMilliseconds, zone)) return 'Today'
  return day === shortDayText(today.add({ days: 1 }).epochMilliseconds, zone) ? 'Tomorrow' : day
}
