type Style = 'day' | 'shortDay' | 'weekday' | 'dayNumber' | 'time' | 'letters'

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  day: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  shortDay: { weekday: 'short', month: 'short', day: 'numeric' },
  weekday: { weekday: 'short' },
  dayNumber: { day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  letters: { timeZoneName: 'short' },
}

/** Creating one costs more than all its formatting on a page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws if this browser doesn't know the zone. */
function formatIn(zone: string, style: Style): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone })
    formats.set(key, format)
  }
  return format
}

/** A moment in a zone's calendar and time. */
function written(moment: string | number, zone: string, style: Style): string {
  return formatIn(zone, style).format(new Date(moment)).replaceAll('\u202f', '\u00a0')
}

/** "Monday, November 23, 2026". */
export function dayText(moment: string | number, zone: string): string {
  return written(moment, zone, 'day')
}

/** "Mon, Nov 23". */
export function shortDayText(moment: string | number, zone: string): string {
  return written(moment, zone, 'shortDay')
}

/** "9:00 AM". */
export function timeText(moment: string | number, zone: string): string {
  return written(moment, zone, 'time')
}

/** "9:00 AM – 10:30 AM", with the end's day if it differs. */
export function timesText(start: string | number, end: string | number, zone: string): string {
  const [from, to] = [timeText(start, zone), timeText(end, zone)]
  const sameDay = shortDayText(start, zone) === shortDayText(end, zone)
  return `${from} – ${to}${sameDay ? '' : ` (${shortDayText(end, zone)})`}`
}

/** A moment's day for a calendar leaf: { month: 'Nov', day: '23' }. */
export function leafOf(moment: string | number, zone: string): { month: string; day: string } {
  const [, month = '', day = ''] = shortDayText(moment, zone).split(' ')
  return { month, day }
}

/** A calendar date ('2026-11-23') in pieces, for a tab: { weekday: 'Mon', day: '23' }. */
export function dateParts(date: string): { weekday: string; day: string; whole: string } {
  const noon = `${date}T12:00:00Z`
  return {
    weekday: written(noon, 'UTC', 'weekday'),
    day: written(noon, 'UTC', 'dayNumber'),
    whole: dayText(noon, 'UTC'),
  }
}

/** A zone's short name, such as "EST": shows people that a time is their own. */
export function zoneLetters(zone: string, iso: string): string {
  const parts = formatIn(zone, 'letters').formatToParts(new Date(iso))
  return parts.find(part => part.type === 'timeZoneName')?.value ?? zone
}
