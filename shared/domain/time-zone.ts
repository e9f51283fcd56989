/** A time from which a zone has one offset from UTC; both in milliseconds. */
type Stretch = { from: number; offset: number }
/** A zone's offsets over some time, in order. The first and the last also hold beyond that time. */
export type ZoneOffsets = readonly Stretch[]

/** The zone's name as its database writes it, or null if it doesn't exist. A bare offset isn't a zone. */
export function canonicalZone(zone: string): string | null {
  if (/^[+\-\u2212]/.test(zone)) return null
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId
  } catch {
    return null
  }
}

/** Whether two names are of one zone: browsers write `Asia/Kolkata` and `Asia/Calcutta`. */
export function isSameZone(one: string, other: string): boolean {
  if (one === other) return true
  try {
    return new Temporal.ZonedDateTime(0n, one).equals(new Temporal.ZonedDateTime(0n, other))
  } catch {
    // One isn't known here.
    return false
  }
}

/**
 * A zone's offsets from one moment to another. Converting with them is integer arithmetic: Temporal takes
 * fifty times as long, and a page of slots needs hundreds of conversions.
 */
export function zoneOffsets(zone: string, from: number, until: number): ZoneOffsets {
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone)
  const stretches: Stretch[] = [{ from: -Infinity, offset: at.offsetNanoseconds / 1e6 }]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= until) return stretches
    stretches.push({ from: next.epochMilliseconds, offset: next.offsetNanoseconds / 1e6 })
    at = next
  }
}

/**
 * The first moment at which clocks show a wall-clock time (as if it were UTC, in milliseconds) or a later
 * one. A repeated hour is its first occurrence, as with Temporal's 'compatible'; a skipped one is the moment
 * of the skip. 'compatible' would instead shift it by the length of the skip: beyond the end that follows it,
 * and, with a skipped date, into another weekday.
 */
export function firstMoment(wall: number, offsets: ZoneOffsets): number {
  let n = 0
  let moment: number
  do {
    const { from, offset } = offsets[n]!
    moment = Math.max(wall - offset, from)
    n++
  } while (n < offsets.length && moment >= offsets[n]!.from)
  return moment
}

/** Whether clocks show a wall-clock time twice, as in the hour that repeats when they go back. */
export function isShownTwice(wall: number, offsets: ZoneOffsets): boolean {
  const showings = offsets.filter(({ from, offset }, n) => {
    const until = offsets[n + 1]?.from ?? Infinity
    return wall - offset >= from && wall - offset < until
  })
  return showings.length > 1
}

/** What clocks show at a moment, in milliseconds as if it were UTC. */
export function wallAt(moment: number, offsets: ZoneOffsets): number {
  let n = offsets.length - 1
  while (offsets[n]!.from > moment) n--
  return moment + offsets[n]!.offset
}
