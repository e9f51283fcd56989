const shape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The one stored form of an email address, or null if it isn't one. Folds compatibility forms before
 * checking the shape: a full-width "＠" or "ｖ" must not pass as a different address from the one it looks
 * like. Anything still not ASCII after that is a look-alike, or an address that hardly any college issues.
 */
export function normalizeEmail(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const folded = given.normalize('NFKC').trim().toLowerCase()
  return folded.length <= 254 && shape.test(folded) ? folded : null
}
