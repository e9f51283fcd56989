import type { Interval } from './intervals.ts'
import type { Tile } from './slots.ts'

/** Tiles a person has picked, each beginning where the one before it ends. Another slot length begins with none. */
export type Selection = readonly Tile[]

/** The selection after a tap: a free tile extends the run that ends where it begins, and else starts anew. */
export function tapTile(selection: Selection, tile: Tile): Selection {
  if (tile.booked) return selection
  return selection.at(-1)?.end === tile.start ? [...selection, tile] : [tile]
}

/** From the first tile's start to the last one's end; null where none is picked. */
export function selectedRun(selection: Selection): Interval | null {
  const [first] = selection
  return first ? { start: first.start, end: selection.at(-1)!.end } : null
}

/** The picker's counter. */
export function selectionText(selection: Selection): string {
  if (selection.length === 0) return 'Please select slots!'
  return selection.length === 1 ? '1 slot selected' : `${selection.length} slots selected`
}
