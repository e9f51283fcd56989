/** How far a reader can zoom; 1 shows a page at the width that fits the reader. */
export const zoomRange = { min: 0.5, max: 3, step: 0.2 } as const

/** A page's height over its width until the reader knows its real size: that of A4, about 1.414. */
export const usualAspect = Math.SQRT2

/** A page with fewer letters in its file may be a picture that an app stamped: its text is then recognized too. */
export const stampLetters = 300

/** How long a person's reading of a document counts as one view, and how long a visit lasts. */
export const visitMinutes = 30

/** The next zoom step up (+1) or down (-1), held within the range. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  // Rounded, since 1 + 0.2 + 0.2 + … drifts away from the tenths that the percentage shows.
  return withinZoom(Math.round((zoom + direction * zoomRange.step) * 10) / 10)
}

/** The nearest zoom that the reader offers. */
export function withinZoom(zoom: number): number {
  return Math.min(zoomRange.max, Math.max(zoomRange.min, zoom))
}

/** The page number that a person typed, or null if it isn't an integer from 1 to `total`. */
export function parsePageNumber(typed: string, total: number): number | null {
  const text = typed.trim()
  if (!/^\d{1,9}$/.test(text)) return null
  const page = Number(text)
  return page >= 1 && page <= total ? page : null
}

/** The document a key names. Keys are written with and without their file extension. */
export function documentOfKey(key: string): string | null {
  const id = key.replace(/\.[a-z0-9]{1,5}$/i, '').toLowerCase()
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}

/**
 * The origin of the referring page, or null. The rest of an address can contain names, searches or tokens,
 * and is never stored.
 */
export function referrerOrigin(referrer: string | null | undefined): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, origin } = new URL(referrer)
  return (protocol === 'https:' || protocol === 'http:') && origin.length <= 200 ? origin : null
}
