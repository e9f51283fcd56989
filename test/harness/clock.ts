/** A clock that stands still until a test moves it. */
export type TestClock = { now: () => Temporal.Instant; advance: (duration: Temporal.DurationLike) => void }

/**
 * Stands at microseconds that aren't whole milliseconds, and each move adds a few more than requested: a time
 * that loses digits somewhere, in a `Date` or a text, then no longer equals the original.
 */
export function createClock(start = Temporal.Now.instant()): TestClock {
  let instant = start.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).add(odd)
  return {
    now: () => instant,
    advance(duration) {
      instant = instant.add(duration).add(further)
    },
  }
}

const odd = { microseconds: 457 }
const further = { microseconds: 7 }
