/** "Monday, November 23, 2026 at 9:00 AM". */
export function momentIn(zone: string, iso: string): string {
  return written(zone, iso, 'moment')
}

/** "9:00 AM". */
export function timeIn(zone: string, iso: string): string {
  return written(zone, iso, 'time')
}

/** "Mon, Nov 23, 9:00 AM". */
export function shortMomentIn(zone: string, iso: string): string {
  return written(zone, iso, 'shortMoment')
}

type Style = 'moment' | 'time' | 'shortMoment'

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  moment: { dateStyle: 'full', timeStyle: 'short' },
  time: { timeStyle: 'short' },
  shortMoment: { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
}

/** Creating one costs more than everything else that a page of alerts needs. There are as many as time zones, at most. */
const formats = new Map<string, Intl.DateTimeFormat>()

function written(zone: string, iso: string, style: Style): string {
  const key = `${style} ${zone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone })
    formats.set(key, format)
  }
  // Formatting the instant itself takes ten times as long.
  return format.format(Temporal.Instant.from(iso).epochMilliseconds)
}
