import { createStore } from './store.ts'

/** How far the server's clock is ahead of this device's, in milliseconds, as far as its answers tell. */
const ahead = createStore(0)

/**
 * The current moment by the server's clock, in whole milliseconds since 1970. That clock decides when a meeting opens and a hold
 * ends, and a device's own can be hours off.
 */
export function presentMs(): number {
  return Date.now() + ahead.read()
}

/** The current moment by the server's clock, as an instant. */
export function presentMoment(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(presentMs())
}

/**
 * Learns the server's time from the `Date` of an answer, and when it was asked for by the device's clock. The server named whole seconds
 * at some moment since, however long the answer took or the device slept meanwhile. What is known stays until an answer contradicts
 * that, so a slow network changes nothing. Null, as another origin's answers hide it, says nothing.
 */
export function learnPresent(date: string | null, askedAt: number): void {
  const said = Date.parse(date ?? '')
  const [least, most] = [said - Date.now(), said + 1000 - askedAt]
  if (Number.isNaN(said) || (least <= ahead.read() && ahead.read() <= most)) return
  ahead.set(Math.round((least + most) / 2))
}

/** Runs when the present may have moved further than timers know: the device slept, or its clock was found to be off. */
export function onLeap(listener: () => void): () => void {
  const leave = ahead.subscribe(listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    leave()
    document.removeEventListener('visibilitychange', listener)
  }
}
