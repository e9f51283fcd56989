/** A time as answers have it: ISO 8601 in UTC, to the millisecond. What the database compares must not come back from it. */
export function isoTime(at: Temporal.Instant): string {
  return at.toString({ fractionalSecondDigits: 3 })
}
