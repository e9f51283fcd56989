/** The questions that this browser tab is getting answers for, by client id. */
const running = new Map<string, AbortController>()

/** Whether this tab is getting the answer; one that another tab is getting isn't running here. */
export function isRunning(clientId: string): boolean {
  return running.has(clientId)
}

/** Registers a running question until `end` is called; the signal is aborted when the person stops it. */
export function start(clientId: string): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController()
  running.set(clientId, stop)
  return { signal: stop.signal, end: () => running.delete(clientId) }
}

/** Stops an answer; the text so far stays. */
export function stop(clientId: string): void {
  running.get(clientId)?.abort()
}
