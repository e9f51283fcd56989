import { useSyncExternalStore } from 'react'

/** How long a call waits for the connection, which some networks don't let through. */
const timeoutMs = 3_000

let listening = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Says that what happens in the chats is heard from now on. */
export function startedListening(): void {
  clearTimeout(timer)
  listening = true
  for (const listener of listeners) listener()
}

/**
 * Whether the page listens to the chats, or three seconds have passed. What is asked before then has to be asked once more, since
 * something may have happened in between.
 */
export function useListening(): boolean {
  return useSyncExternalStore(subscribe, () => listening)
}

function subscribe(listener: () => void) {
  if (!listening) timer ??= setTimeout(startedListening, timeoutMs)
  listeners.add(listener)
  return () => listeners.delete(listener)
}
