const listening = Promise.withResolvers<void>()

/** Says that what happens in the chats is heard from now on. */
export const startedListening = () => listening.resolve()

/** How long a call waits for the connection, which some networks don't let through. */
const patienceMs = 3_000

/**
 * Resolves once the page listens to the chats, or after three seconds. What is asked before then has to be asked once more, since
 * something may have happened in between.
 */
export function listens(): Promise<void> {
  return Promise.race([listening.promise, new Promise<void>(resolve => setTimeout(resolve, patienceMs))])
}
