import type { Interval } from './intervals.ts'
import type { Tile } from './slots.ts'

/** The selected tiles, each beginning where the previous one ends. Changing the slot length clears them. */
export type Selection = readonly Tile[]

/**
 * The selection after a tap: a free tile extends the run that ends where it begins, or else starts a new one.
 */
export function tapTile(selection: Selection, tile: Tile): Selection {
  if (tile.booked) return selection
  return selection.at(-1)?.end === tile.start ? [...selection, tile] : [tile]
}

/** From the first tile's start to the last one's end; null if none is selected. */
export function selectedRun(selection: Selection): Interval | null {
  const [first] = selection
  return first ? { start: first.start, end: selection.at(-1)!.end } : null
}

/** The picker's counter. */
export function selectionText(selection: Selection): string {
  if (selection.length === 0) return 'Please select slots!'
  return selection.length === 1 ? '1 slot selected' : `${selection.length} slots selected`
}
