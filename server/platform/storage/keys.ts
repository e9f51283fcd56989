const keyShape = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]{1,8})?$/

/**
 * Keys come from our own code; one of another shape (a climbing path, an encoded byte) is a bug or an attack.
 */
export function isKey(key: string): boolean {
  return key.length <= 200 && keyShape.test(key)
}

/** Throws a plain error, which makes a 500: a caller that passes on what people typed asks `isKey` first. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
}

/**
 * A Content-Disposition that makes browsers save the file under its name (RFC 6266), escaped against
 * injection.
 */
export function contentDisposition(filename: string): string {
  const clean = filename.replaceAll(/[\p{C}"\\/]/gu, '_')
  const ascii = clean.replaceAll(/[^\u0020-\u007e]/g, '_')
  const encoded = encodeURIComponent(clean).replaceAll(/['()*]/g, c => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Documents are personal to the reader's login and must not stay in shared or disk caches. */
export const documentCaching = 'private, no-store'
