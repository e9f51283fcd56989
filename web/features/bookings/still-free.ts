import type { Selection } from '#shared/domain/slot-selection.ts'
import type { Tile } from '#shared/domain/slots.ts'

/**
 * The rest of a selection after times were taken elsewhere or have begun: its first unbroken run of tiles
 * that are still offered and free.
 */
export function stillFree(selection: Selection, tiles: readonly Tile[]): Selection {
  const free = new Map(tiles.filter(tile => !tile.booked).map(tile => [tile.start, tile.end]))
  const isFree = (tile: Tile) => free.get(tile.start) === tile.end
  const first = selection.findIndex(isFree)
  if (first === -1) return []
  const gap = selection.findIndex((tile, index) => index > first && !isFree(tile))
  return selection.slice(first, gap === -1 ? undefined : gap)
}
