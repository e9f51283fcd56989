/** The questions that are being answered in this browser tab, by their client ids. */
const running = new Map<string, AbortController>()

export function isRunning(clientId: string): boolean {
  return running.has(clientId)
}

/** Notes that a question is being answered, until `end` is called; the signal is aborted when the person stops it. */
export function start(clientId: string): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController()
  running.set(clientId, stop)
  return { signal: stop.signal, end: () => running.delete(clientId) }
}

/** Stops an answer; what there is of it stays. */
export function stop(clientId: string): void {
  running.get(clientId)?.abort()
}
