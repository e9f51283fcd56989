/** Creating a formatter costs more than a page's other formatting together. */
const names = new Map<string, string>()

/** A time zone as people call it, such as "Central Time". One without such a name keeps its own: "UTC". */
export function zoneName(zone: string): string {
  let name = names.get(zone)
  if (name === undefined) {
    name = longName(zone)
    names.set(zone, name)
  }
  return name
}

/** The name with the city that tells zones of one name apart: "Central Time (Chicago)". */
export function zoneLabel(zone: string): string {
  const city = zone.split('/').at(-1)!.replaceAll('_', ' ')
  const name = zoneName(zone)
  return name === plain(zone) ? name : `${name} (${city})`
}

function longName(zone: string): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    const name = format.formatToParts().find(part => part.type === 'timeZoneName')?.value
    return name === undefined || name.startsWith('GMT') ? plain(zone) : name
  } catch {
    // A zone that this browser doesn't know yet.
    return plain(zone)
  }
}

function plain(zone: string): string {
  return zone.replaceAll('_', ' ')
}
