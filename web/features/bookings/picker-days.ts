import type { Tile } from '#shared/domain/slots.ts'
import type { Tiles } from './slot-queries.ts'

/** A tile, and the slot of the schedule that it belongs to. */
export type PickerTile = Tile & { slotId: string }
export type PickerDay = { date: string; tiles: PickerTile[] }

/** The days of an answer, in the numbers that the selection rules use. */
export function daysOf({ days }: Tiles): PickerDay[] {
  return days.map(({ date, tiles }) => ({
    date,
    tiles: tiles.map(({ start, end, slot_id, booked }) => ({
      start: Date.parse(start),
      end: Date.parse(end),
      slotId: slot_id,
      booked,
    })),
  }))
}

/** The tiles of each slot, in order. */
export function slotsOf(tiles: readonly PickerTile[]): PickerTile[][] {
  return [...Map.groupBy(tiles, tile => tile.slotId).values()]
}

/** How many tiles of a day can be selected. */
export function freeIn(day: PickerDay): number {
  return day.tiles.filter(tile => !tile.booked).length
}
