/** "Monday, November 23, 2026 at 9:00 AM". */
export function momentIn(zone: string, iso: string): string {
  return Temporal.Instant.from(iso).toLocaleString('en-US', {
    timeZone: zone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
}

/** "9:00 AM". */
export function timeIn(zone: string, iso: string): string {
  return Temporal.Instant.from(iso).toLocaleString('en-US', { timeZone: zone, timeStyle: 'short' })
}

/** "Mon, Nov 23, 9:00 AM". */
export function shortMomentIn(zone: string, iso: string): string {
  return Temporal.Instant.from(iso).toLocaleString('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
}
