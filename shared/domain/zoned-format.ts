/**
 * Formats of moments, in American English, for each time zone (IANA) that is asked for. Keeps them: creating one takes longer
 * than all its formatting on a page. Throws a RangeError if this machine doesn't know the zone.
 */
export function zonedFormat(options: Intl.DateTimeFormatOptions): (zone: string) => Intl.DateTimeFormat {
  const known = new Map<string, Intl.DateTimeFormat>()
  return zone => {
    let format = known.get(zone)
    if (!format) {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
      known.set(zone, format)
    }
    return format
  }
}
