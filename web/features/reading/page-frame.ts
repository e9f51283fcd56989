/** A part of a page, in fractions of it. */
export type Frame = { left: number; top: number; width: number; height: number }

export const wholePage: Frame = { left: 0, top: 0, width: 1, height: 1 }

/** What differs so little from the paper isn't ink. */
const faint = 24
/** The space that stays around the ink. */
const rest = 0.006
/** A page of few words, such as a title, isn't enlarged more than this. */
const narrowest = 0.55
/** Between a page's usual upper and lower margin; a short page shows as high as the others. */
const usualDown = { top: 0.07, height: 0.86 }

/** Where the ink of a picture of a page is (RGBA, line by line); null if nothing is on it. */
export function inkIn(data: Uint8ClampedArray, width: number, height: number): Frame | null {
  const lightAt = (x: number, y: number) => {
    const at = (y * width + x) * 4
    return (data[at]! + data[at + 1]! + data[at + 2]!) / 3
  }
  const paper = lightAt(0, 0)
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (Math.abs(lightAt(x, y) - paper) < faint) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (right < 0) return null
  return {
    left: left / width,
    top: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  }
}

/** What shows of a document's pages without their margins, going by the ink of one of them. */
export function usualFrame(ink: Frame): Frame {
  const width = Math.min(1, Math.max(narrowest, ink.width + 2 * rest))
  return { ...acrossInk(ink, width), ...down(ink, usualDown) }
}

/**
 * What shows of a page: all of its ink, and the usual part if the ink is in that. So the pages keep their size while one after the
 * other gets known.
 */
export function frameAround(ink: Frame | null | undefined, usual: Frame): Frame {
  if (!ink) return usual
  const inside = ink.left >= usual.left && ink.left + ink.width <= usual.left + usual.width
  const width = Math.min(1, Math.max(usual.width, ink.width + 2 * rest))
  const { left } = inside ? usual : acrossInk(ink, width)
  return { left, width: inside ? usual.width : width, ...down(ink, usual) }
}

function acrossInk(ink: Frame, width: number) {
  return { left: Math.min(1 - width, Math.max(0, ink.left + ink.width / 2 - width / 2)), width }
}

/** From above the ink to below it, and at least as far as `least`. */
function down(ink: Frame, least: { top: number; height: number }) {
  const top = Math.max(0, Math.min(least.top, ink.top - rest))
  const bottom = Math.min(1, Math.max(least.top + least.height, ink.top + ink.height + rest))
  return { top, height: bottom - top }
}
