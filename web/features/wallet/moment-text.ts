/** To make one costs more than all that is formatted with it on a page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** "Nov 23, 2026, 2:00 PM" in a zone. */
export function momentText(iso: string, zone: string): string {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })
    formats.set(zone, format)
  }
  return format.format(new Date(iso)).replaceAll('\u202f', '\u00a0')
}
