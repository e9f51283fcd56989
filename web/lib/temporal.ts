/**
 * Loads `Temporal` in browsers that lack it (Safari, and older ones). A route that needs it awaits this
 * before its page, so that other pages and other browsers don't load the 20 kB polyfill.
 */
export async function prepareTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
