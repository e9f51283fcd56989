/** A clock that stands still until a test moves it. */
export type TestClock = { now: () => Temporal.Instant; advance: (duration: Temporal.DurationLike) => void }

export function createClock(start = Temporal.Now.instant()): TestClock {
  let instant = start
  return {
    now: () => instant,
    advance(duration) {
      instant = instant.add(duration)
    },
  }
}
