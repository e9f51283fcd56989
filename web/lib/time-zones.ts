/** Every zone this browser knows, and UTC, which some leave out. */
export function timeZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
}

/** The device's zone by its IANA name, such as `America/Chicago`. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The current time in a zone, such as "Tue 2:05 PM"; empty if this browser doesn't know the zone. */
export function timeIn(zone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en', {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }).format(now)
  } catch {
    return ''
  }
}

const known = new Map<string, boolean>()

/** Whether this browser knows a zone: an older one lacks the newest. */
export function isKnownZone(zone: string): boolean {
  let isKnown = known.get(zone)
  if (isKnown === undefined) {
    isKnown = timeIn(zone, new Date()) !== ''
    known.set(zone, isKnown)
  }
  return isKnown
}

/** A zone for showing times: this one, or the device's if there is none or this browser doesn't know it. */
export function shownZone(zone: string | null | undefined): string {
  return zone && isKnownZone(zone) ? zone : deviceTimeZone()
}
