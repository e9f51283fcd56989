/**
 * Makes `Temporal` known where a browser lacks it (Safari, and older ones of any make). A route that needs it awaits this
 * before its page, so that other pages and other browsers don't fetch the stand-in's 20 kB.
 */
export async function prepareTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
