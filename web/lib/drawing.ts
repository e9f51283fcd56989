/** What the server drew of this page, until the app replaces it. */
export function standingDrawing(): Element | null {
  return document.querySelector('#root > [inert]')
}

/** Whether a page being loaded replaces a drawing, or is one: it then waits until it can show as much. */
export function isDrawn(): boolean {
  return import.meta.env.SSR || standingDrawing() !== null
}
