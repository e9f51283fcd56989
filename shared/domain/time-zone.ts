/** A time from which a zone keeps one offset to UTC; both in milliseconds. */
type Stretch = { from: number; offset: number }
/** A zone's offsets over some time, in order. The first and the last hold beyond it, too. */
export type ZoneOffsets = readonly Stretch[]

/** The zone's name as its database writes it, or null where there is no such zone. A bare offset is no zone. */
export function canonicalZone(zone: string): string | null {
  if (/^[+\-\u2212]/.test(zone)) return null
  try {
    return new Temporal.ZonedDateTime(0n, zone).timeZoneId
  } catch {
    return null
  }
}

/**
 * A zone's offsets from one moment to another. Conversions over them are sums of integers: a conversion by Temporal takes
 * fifty times as long, and a page of slots has hundreds.
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
 * The first moment at which clocks show a wall time (as if it were UTC, in milliseconds) or a later one. An hour shown twice
 * is its first showing, as with Temporal's 'compatible'; a skipped one is the moment of the skip. 'compatible' would move it
 * on by the length of the skip instead: beyond an end that follows it, and over a skipped date into another weekday.
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

/** Whether clocks show a wall time twice, as they do in the hour that is repeated when they go back. */
export function isShownTwice(wall: number, offsets: ZoneOffsets): boolean {
  const showings = offsets.filter(({ from, offset }, n) => {
    const until = offsets[n + 1]?.from ?? Infinity
    return wall - offset >= from && wall - offset < until
  })
  return showings.length > 1
}

/** What clocks show at a moment, as if it were UTC, in milliseconds. */
export function wallAt(moment: number, offsets: ZoneOffsets): number {
  let n = offsets.length - 1
  while (offsets[n]!.from > moment) n--
  return moment + offsets[n]!.offset
}
