let asks = true

/** Makes `reloadUnasked` possible. Runs before there is a router, as the first listener hears first, even of those that capture. */
export function allowReloads(): void {
  addEventListener('beforeunload', event => !asks && event.stopImmediatePropagation(), { capture: true })
}

/** Loads the page anew, also with unsaved changes in it, without asking whether to stay. */
export function reloadUnasked(): void {
  asks = false
  location.reload()
}
