/** The allowed hourly rates of a tutor: $1.00 to $1,000.00. */
const rateBounds = { min: 100, max: 100_000 } as const

/** Whether a number of cents can be a rate. */
export function isRate(cents: number): boolean {
  return Number.isInteger(cents) && cents >= rateBounds.min && cents <= rateBounds.max
}

/**
 * A booking's price in cents: hourly rate × minutes / 60, rounded half up to the cent. All in integers:
 * binary floating point misrounds one in 26 prices, such as $1.15 for half an hour.
 */
export function priceOf(rateCents: number, minutes: number): number {
  if (![rateCents, minutes, rateCents * minutes].every(n => Number.isSafeInteger(n) && n >= 0)) {
    throw new RangeError(`${rateCents} cents for ${minutes} minutes has no price`)
  }
  const sixtieths = rateCents * minutes + 30
  return (sixtieths - (sixtieths % 60)) / 60
}

/** The whole minutes that a price was for. It tells them exactly: at any allowed rate, half a cent is less than half a minute. */
export function minutesFor(cents: number, rateCents: number): number {
  return Math.round((cents * 60) / rateCents)
}

/**
 * Real minutes from one moment to another: an hour that the clock skips has none. Throws if they aren't
 * whole.
 */
export function minutesBetween(start: Temporal.Instant, end: Temporal.Instant): number {
  const minutes = (end.epochMilliseconds - start.epochMilliseconds) / 60_000
  if (!Number.isInteger(minutes)) throw new RangeError(`${start} to ${end} is not a whole number of minutes`)
  return minutes
}
