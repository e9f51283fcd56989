/** A piece of a page's text: from where to where it goes across, and how high it is. */
export type Piece = { left: number; right: number; height: number }

const steps = 200
/** Where so little stands, compared to where most stands, columns are apart; headings cross them. */
const sparse = 0.12

/**
 * The column of text around a point across a page `from` … `to`: as far as text stands on both sides without a gap. Null where none is.
 */
export function columnAround(
  pieces: readonly Piece[],
  x: number,
  { from, to }: { from: number; to: number },
): { left: number; right: number } | null {
  const step = (to - from) / steps
  const stepOf = (at: number) => Math.min(steps - 1, Math.max(0, Math.floor((at - from) / step)))
  const filled = new Array<number>(steps).fill(0)
  for (const { left, right, height } of pieces) {
    for (let at = stepOf(left); at <= stepOf(right - step / 2); at++) filled[at]! += height
  }
  const enough = Math.max(...filled) * sparse
  const isFilled = (at: number) => filled[at] !== undefined && filled[at] > enough
  let first = stepOf(x)
  if (!isFilled(first)) return null
  let last = first
  while (isFilled(first - 1)) first--
  while (isFilled(last + 1)) last++
  return { left: from + first * step, right: from + (last + 1) * step }
}
