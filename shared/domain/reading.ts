/** How far a reader can zoom; 1 shows a page at the width that fits the reader. */
export const zoomRange = { min: 0.5, max: 3, step: 0.2 } as const

/** A page's height over its width until its real size is known: that of A4 and its kin, about 1.414. */
export const usualAspect = Math.SQRT2

/** How long one person's looking at one document counts as one view, and how long a visit lasts. */
export const visitMinutes = 30

/** The next zoom step up (+1) or down (-1), held within the range. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  // Rounded, since 1 + 0.2 + 0.2 + … drifts away from the tenths that the percentage shows.
  const next = Math.round((zoom + direction * zoomRange.step) * 10) / 10
  return Math.min(zoomRange.max, Math.max(zoomRange.min, next))
}

/** The page number a person typed, or null where it is not an integer from 1 to `total`. */
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
 * The origin of the page a reader came from, or null. The rest of an address may carry names, searches or tokens, and
 * is never kept.
 */
export function referrerOrigin(referrer: string | null | undefined): string | null {
  if (!referrer || !URL.canParse(referrer)) return null
  const { protocol, origin } = new URL(referrer)
  return (protocol === 'https:' || protocol === 'http:') && origin.length <= 200 ? origin : null
}
