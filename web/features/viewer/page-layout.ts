/** A page's place in the column of pages, in CSS pixels. */
export type Box = { top: number; width: number; height: number }

export type Layout = {
  boxes: readonly Box[]
  /** The size of the whole column. */
  width: number
  height: number
}

/** A place in a document that survives zooming and resizing: so far down a page, and so far across the column. */
export type Anchor = { index: number; down: number; across: number }

/** What of the column is on screen. */
export type View = { top: number; left: number; width: number; height: number }

/** Space around pages and between them. */
export const pageGap = 16

// At 100 % a page fills the width there is, up to a comfortable line length; slides may be wider than prose.
const widestUpright = 880
const widestSlide = 1160
// A page drawn as a hair-thin strip would let thousands of pages fit on one screen.
const aspectLimits = { min: 0.2, max: 8 }

/** Places pages of the given aspects (height over width) under each other at a zoom. */
export function layOut(aspects: readonly number[], available: number, zoom: number): Layout {
  const boxes: Box[] = []
  let top = pageGap
  let widest = 0
  for (const given of aspects) {
    const aspect = Math.min(aspectLimits.max, Math.max(aspectLimits.min, given))
    const fitting = Math.min(available - 2 * pageGap, aspect < 1 ? widestSlide : widestUpright)
    const width = Math.max(1, Math.round(fitting * zoom))
    const height = Math.round(width * aspect)
    boxes.push({ top, width, height })
    top += height + pageGap
    widest = Math.max(widest, width)
  }
  return { boxes, width: Math.max(available, widest + 2 * pageGap), height: top }
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
 * The page a person is reading: the first of which at least half is on screen, or the one that fills the screen. At the
 * very end it is the last page, which may be too short to ever come first.
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

/** The pages to keep in the document: those on screen and a screenful around it, never more than `most`. */
export function pagesToMount(layout: Layout, view: View, most = 24): { first: number; last: number } {
  const seen = pageAt(layout, view.top)
  const first = Math.max(pageAt(layout, view.top - view.height), seen - Math.floor(most / 3))
  const last = pageAt(layout, view.top + 2 * view.height)
  return { first, last: Math.min(last, first + most - 1) }
}

/** The place at the middle of the screen. */
export function anchorOf(layout: Layout, view: View): Anchor {
  const y = view.top + view.height / 2
  const index = pageAt(layout, y)
  const box = layout.boxes[index]!
  return { index, down: (y - box.top) / box.height, across: (view.left + view.width / 2) / layout.width }
}

/** Where to scroll so that a place is at the middle of the screen. */
export function scrollTo(layout: Layout, anchor: Anchor, view: View): { top: number; left: number } {
  const box = layout.boxes[Math.min(anchor.index, layout.boxes.length - 1)]!
  return {
    top: Math.max(0, box.top + anchor.down * box.height - view.height / 2),
    left: Math.max(0, anchor.across * layout.width - view.width / 2),
  }
}
