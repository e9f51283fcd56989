/** Clicks do nothing in a drawing, so after this long the page replaces it even if a part of it still loads. */
const timeoutMs = 2_000

/** What the server drew of this page, until the app replaces it. */
export function serverDrawing(): Element | null {
  return document.querySelector('#root > [inert]')
}

/** Waits, in a loader, for what its page shows, if the page is being drawn or replaces a drawing. Other pages show its shape meanwhile. */
export async function loadedForDrawing(loading: Promise<unknown>): Promise<void> {
  if (import.meta.env.SSR) await loading
  else if (serverDrawing())
    await Promise.race([loading, new Promise(resolve => setTimeout(resolve, timeoutMs))])
}
