const shape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * The one form of an e-mail address that is stored and compared, or null if it isn't one. Compatibility forms are folded
 * before the shape is checked: a full-width "＠" or "ｖ" must not pass as another address than the one it reads as.
 * What is still not ASCII after that is a look-alike or an address hardly any college hands out.
 */
export function normaliseEmail(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const folded = given.normalize('NFKC').trim().toLowerCase()
  return folded.length <= 254 && shape.test(folded) ? folded : null
}
