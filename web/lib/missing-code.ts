import { hasUnloadWarning } from './use-unload-warning.ts'

const mark = 'This code couldn’t be fetched: '

export const missingCodeText =
  'This page didn’t load. Check your connection and try again. Ignite may have just been updated.'

/**
 * Keeps the router from loading the page anew wherever a script is missing, which it knows by the error's words: without a network,
 * the browser's own error page would stand in place of the app.
 */
export function stayWithoutCode(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = mark + payload.message
  })
}

/** Whether an error means that a script of ours couldn't be fetched (`stayWithoutCode`). */
export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && error.message.startsWith(mark)
}

/**
 * Loads the page anew, as only the new page names the scripts of an update: once for each update and page, where the server
 * answers, and not where something would be lost.
 */
export async function reloadForCode(): Promise<void> {
  // The first script's name is the update's: it changes with whatever it names.
  const update = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
  const tried = `${mark}${update} ${location.pathname}`
  try {
    if (sessionStorage.getItem(tried) || !(await fetch(location.href, { method: 'HEAD' })).ok) return
    if (hasUnloadWarning()) return
    sessionStorage.setItem(tried, 'loaded again')
    location.reload()
  } catch {
    // Nobody answers yet, or it couldn't be remembered that this was tried.
  }
}
