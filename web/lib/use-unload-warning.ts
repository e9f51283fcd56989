import { useEffect, useState } from 'react'

/** Whether something on the page asks before it is closed or loaded anew. */
export function hasUnloadWarning(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Held by each tab for everything in it that asks: a tab can't ask the others, but sees their locks. */
const unsavedLock = 'unsaved'

/** How many of the locks are this tab's. */
let ownLocks = 0

/** Whether something in another tab of this browser asks before it is closed. */
export async function isOtherTabUnsaved(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.filter(({ name }) => name === unsavedLock).length > ownLocks
}

/** While `active`, the browser asks before the page is closed or loaded anew. */
export function useUnloadWarning(active: boolean): void {
  const [warn] = useState(createUnloadWarning)
  useEffect(() => {
    warn(active)
    return () => warn(false)
  }, [warn, active])
}

/** The browser's question for what outlives its component: the function says from when on, and until when. */
export function createUnloadWarning(): (active: boolean) => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  let release: (() => void) | undefined
  return active => {
    if (active === (release !== undefined)) return
    if (active) {
      addEventListener('beforeunload', warn)
      release = holdLock()
    } else {
      removeEventListener('beforeunload', warn)
      release?.()
      release = undefined
    }
  }
}

function holdLock(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The browser refuses it to a page that it doesn't show anymore.
  navigator.locks
    ?.request(unsavedLock, { mode: 'shared' }, async () => {
      ownLocks++
      await promise
      ownLocks--
    })
    .catch(() => {})
  return resolve
}
