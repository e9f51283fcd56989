import { type KeyboardEvent, useState } from 'react'
import type { Selection } from '#shared/domain/slot-selection.ts'
import { lettersIfTwice } from '#shared/domain/zone-letters.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { dateParts, otherZone, timesText, timeText } from '#web/lib/zoned-time.ts'
import { cx } from '#web/ui/cx.ts'
import type { PickerTile } from './picker-days.ts'
import type { Tiles } from './slot-queries.ts'

const look = {
  free: 'border-line-strong bg-sheet hover:not-aria-disabled:border-accent hover:not-aria-disabled:bg-accent-wash',
  selected: 'border-lamp bg-lamp-wash font-semibold text-lamp-ink',
  booked: 'cursor-not-allowed border-line bg-sunken text-ink-faint line-through',
}

/** The tiles of one slot of the schedule: one tab stop, with the arrow keys inside. */
export function SlotTiles({
  tiles,
  date,
  zone,
  tutor,
  selection,
  onTap,
}: {
  tiles: readonly PickerTile[]
  date: string
  zone: string
  tutor: Tiles['tutor']
  selection: Selection
  onTap: ((tile: PickerTile) => void) | null
}) {
  const [walked, setWalked] = useState<number | null>(null)
  const { whole } = dateParts(date)
  const stop = tiles.find(tile => tile.start === walked) ?? tiles.find(tile => !tile.booked) ?? tiles[0]!
  return (
    <fieldset
      aria-label={`Slots on ${whole}`}
      onKeyDown={walk}
      className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2"
    >
      {tiles.map(tile => {
        const state = tile.booked
          ? 'booked'
          : selection.some(({ start }) => start === tile.start)
            ? 'selected'
            : 'free'
        return (
          <button
            key={tile.start}
            type="button"
            tabIndex={tile === stop ? 0 : -1}
            aria-pressed={onTap && !tile.booked ? state === 'selected' : undefined}
            aria-disabled={tile.booked || !onTap || undefined}
            aria-label={`${whole}, ${timesText(tile.start, tile.end, zone).replace('–', 'to')}, ${state}`}
            title={titleOf(tile, tutor, zone)}
            onFocus={() => setWalked(tile.start)}
            onClick={() => !tile.booked && onTap?.(tile)}
            className={cx(
              'h-11 rounded-10 border text-14 tabular-nums transition-colors select-none',
              look[state],
              !onTap && 'cursor-default!',
            )}
          >
            {timeText(tile.start, zone)}
            {lettersIfTwice(zone, tile.start)}
          </button>
        )
      })}
    </fieldset>
  )
}

/** A tile's time in the tutor's zone, or from start to end if both have one zone. */
function titleOf({ start, end }: PickerTile, { name, time_zone }: Tiles['tutor'], zone: string) {
  const theirs = otherZone(time_zone, zone)
  if (!theirs) return timesText(start, end, zone)
  return `${timesText(start, end, theirs)} for ${name} (${zoneName(theirs)})`
}

function walk(event: KeyboardEvent<HTMLFieldSetElement>) {
  const tiles = [...event.currentTarget.querySelectorAll('button')]
  const from = tiles.indexOf(event.target as HTMLButtonElement)
  const to = stepFrom(tiles, from, event.key)
  if (!to) return
  event.preventDefault()
  to.focus()
}

function stepFrom(tiles: HTMLButtonElement[], from: number, key: string): HTMLButtonElement | undefined {
  if (key === 'ArrowLeft') return tiles[from - 1]
  if (key === 'ArrowRight') return tiles[from + 1]
  if (key === 'Home') return tiles[0]
  if (key === 'End') return tiles.at(-1)
  const here = tiles[from]
  if (!here) return undefined
  const column = tiles.filter(tile => tile.offsetLeft === here.offsetLeft)
  const row = column.indexOf(here)
  if (key === 'ArrowUp') return column[row - 1]
  return key === 'ArrowDown' ? column[row + 1] : undefined
}
