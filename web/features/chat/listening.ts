import { createStore, useStore } from '#web/lib/store.ts'

/** How long a call waits for the connection, which some networks don't let through. */
const timeoutMs = 3_000

const listening = createStore(false)
let timer: ReturnType<typeof setTimeout> | undefined

/** Says that what happens in the chats is heard from now on. */
export function startedListening(): void {
  clearTimeout(timer)
  listening.set(true)
}

/**
 * Whether the page listens to the chats, or three seconds have passed. What is asked before then has to be asked once more, since
 * something may have happened in between.
 */
export function useListening(): boolean {
  return useStore({ read: listening.read, subscribe })
}

function subscribe(listener: () => void) {
  if (!listening.read()) timer ??= setTimeout(startedListening, timeoutMs)
  return listening.subscribe(listener)
}
