/** A page's place in the column of pages, in CSS pixels. */
export type Box = { top: number; width: number; height: number }

export type Layout = {
  boxes: readonly Box[]
  /** The size of the whole column. */
  width: number
  height: number
}

/** A point of the column, or of the part of it that is seen. */
export type Point = { x: number; y: number }

/** A place in a document that survives zooming and resizing: how far down a page and across it. */
export type Anchor = { index: number; down: number; across: number }

/** The visible part of the column. */
export type View = { top: number; left: number; width: number; height: number }

/** Space around pages and between them. */
export const pageGap = 16

// At 100 % a page fills the available width, up to a comfortable line length; slides may be wider than prose.
const widestUpright = 880
const widestSlide = 1160
// A longer page is narrower instead: browsers can neither scroll nor draw something of any height.
const longestAspect = 100

/** Each mounted page has a canvas of several megabytes, and hundreds of flat pages can fit on one screen. */
const maxMounted = 24

/** Stacks pages of the given aspects (height over width) at a zoom. */
export function layOut(
  aspects: readonly number[],
  available: number,
  zoom: number,
  sides: number = pageGap,
): Layout {
  const boxes: Box[] = []
  let top = pageGap
  let widest = 0
  for (const aspect of aspects) {
    const fitting = Math.min(available - 2 * sides, aspect < 1 ? widestSlide : widestUpright)
    const width = Math.max(1, Math.round(fitting * zoom * Math.min(1, longestAspect / aspect)))
    const height = Math.max(1, Math.round(width * aspect))
    boxes.push({ top, width, height })
    top += height + pageGap
    widest = Math.max(widest, width)
  }
  return { boxes, width: Math.max(available, widest + 2 * sides), height: top }
}

/** The index of the last page that begins at or above `y`; 0 above the first. */
export function pageAt(layout: Layout, y: number): number {
  let [low, high] = [0, layout.boxes.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (layout.boxes[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The page a person is reading: the first that is at least half visible, or the one that fills the screen. At
 * the very end it is the last page, which may be too short to ever come first.
 */
export function currentPage(layout: Layout, view: View): number {
  const last = layout.boxes.length - 1
  if (view.top > 0 && view.top + view.height >= layout.height - 1) return last
  const first = pageAt(layout, view.top)
  const box = layout.boxes[first]!
  const seen = box.top + box.height - Math.max(box.top, view.top)
  const enough = Math.min(box.height, view.height) / 2
  return seen >= enough ? first : Math.min(first + 1, last)
}

/** The pages to mount: visible ones and a screenful around them, never more than `maxMounted`. */
export function pagesToMount(layout: Layout, view: View): { first: number; last: number } {
  const seen = pageAt(layout, view.top)
  const first = Math.max(pageAt(layout, view.top - view.height), seen - Math.floor(maxMounted / 3))
  const last = pageAt(layout, view.top + 2 * view.height)
  return { first, last: Math.min(last, first + maxMounted - 1) }
}

/** The place in the middle of the screen. */
export function anchorOf(layout: Layout, view: View): Anchor {
  return anchorAt(layout, { x: view.left + view.width / 2, y: view.top + view.height / 2 })
}

/** The place at a point of the column. */
export function anchorAt(layout: Layout, { x, y }: Point): Anchor {
  const index = pageAt(layout, y)
  const box = layout.boxes[index]!
  return { index, down: (y - box.top) / box.height, across: (x - leftOf(layout, box)) / box.width }
}

/** The scroll position that brings a place to a point of the screen, its middle unless told otherwise. */
export function scrollTo(
  layout: Layout,
  anchor: Anchor,
  view: View,
  at: Point = { x: view.width / 2, y: view.height / 2 },
): { top: number; left: number } {
  const box = layout.boxes[Math.min(anchor.index, layout.boxes.length - 1)]!
  return {
    top: Math.max(0, box.top + anchor.down * box.height - at.y),
    left: Math.max(0, leftOf(layout, box) + anchor.across * box.width - at.x),
  }
}

/** Pages stand in the middle of the column. */
export function leftOf(layout: Layout, box: Box): number {
  return (layout.width - box.width) / 2
}
