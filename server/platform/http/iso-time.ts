/**
 * A time in answers: ISO 8601 in UTC, to the millisecond. Never use one that comes back in a database
 * comparison.
 */
export function isoTime(at: Temporal.Instant): string {
  return at.toString({ fractionalSecondDigits: 3 })
}
