import { lettersIfTwice, zoneLetters } from '#shared/domain/zone-letters.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { zonedFormat } from '#shared/domain/zoned-format.ts'
import { isKnownZone } from './time-zones.ts'

const formats = {
  day: zonedFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
  longDate: zonedFormat({ dateStyle: 'long' }),
  shortDay: zonedFormat({ weekday: 'short', month: 'short', day: 'numeric' }),
  shortDayOfYear: zonedFormat({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
  shortDate: zonedFormat({ month: 'short', day: 'numeric' }),
  shortDateOfYear: zonedFormat({ month: 'short', day: 'numeric', year: 'numeric' }),
  year: zonedFormat({ year: 'numeric' }),
  month: zonedFormat({ month: 'short' }),
  weekday: zonedFormat({ weekday: 'short' }),
  dayNumber: zonedFormat({ day: 'numeric' }),
  time: zonedFormat({ hour: 'numeric', minute: '2-digit' }),
  moment: zonedFormat({ dateStyle: 'medium', timeStyle: 'short' }),
  date: zonedFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }),
}

/** A moment in a zone's calendar and time. Throws if this browser doesn't know the zone. */
function written(moment: string | number, zone: string, style: keyof typeof formats): string {
  return formats[style](zone).format(new Date(moment)).replaceAll('\u202f', '\u00a0')
}

/** "Monday, November 23, 2026". */
export function dayText(moment: string | number, zone: string): string {
  return written(moment, zone, 'day')
}

/** "Today", "Yesterday", or a `dayText` as it is. */
export function relativeDay(day: string, now: Date, zone: string): string {
  if (day === dayText(now.getTime(), zone)) return 'Today'
  // Noon of the day before is on that day however long either of them is.
  const noon = Date.parse(`${dateIn(zone, now)}T12:00:00Z`)
  if (day === dayText(noon - 86_400_000, 'UTC')) return 'Yesterday'
  return day
}

/** "November 23, 2026". */
export function longDateText(moment: string | number, zone: string): string {
  return written(moment, zone, 'longDate')
}

/** "Mon, Nov 23", with the year if it isn't the current one: "Tue, Nov 23, 2027". */
export function shortDayText(moment: string | number, zone: string, now = Date.now()): string {
  return written(moment, zone, isOfYear(now, moment, zone) ? 'shortDay' : 'shortDayOfYear')
}

/** "Nov 23", with the year if it isn't the current one: "Nov 23, 2027". */
export function shortDateText(moment: string | number, zone: string, now: number): string {
  return written(moment, zone, isOfYear(now, moment, zone) ? 'shortDate' : 'shortDateOfYear')
}

function isOfYear(now: number, moment: string | number, zone: string): boolean {
  return written(moment, zone, 'year') === written(now, zone, 'year')
}

/** "9:00 AM". */
export function timeText(moment: string | number, zone: string): string {
  return written(moment, zone, 'time')
}

/** "Mon, Nov 23, 9:00 AM", with the year if it isn't the current one. */
export function shortMomentText(moment: string | number, zone: string): string {
  return `${shortDayText(moment, zone)}, ${timeText(moment, zone)}`
}

/** "Nov 23, 2026, 2:00 PM". */
export function momentText(moment: string | number, zone: string): string {
  return written(moment, zone, 'moment')
}

/** "9:00 AM – 10:30 AM", with the end's day if it differs; "1:30 AM EDT – 1:00 AM EST" when clocks are set back. */
export function timesText(start: string | number, end: string | number, zone: string): string {
  const named = needLetters(start, end, zone)
  const [from, to] = [start, end].map(moment => {
    return `${timeText(moment, zone)}${named ? ` ${zoneLetters(zone, moment)}` : ''}`
  })
  const sameDay = shortDayText(start, zone) === shortDayText(end, zone)
  return `${from} – ${to}${sameDay ? '' : ` (${shortDayText(end, zone)})`}`
}

/** " EST", to follow a `timesText` that has no letters itself. */
export function lettersAfter(start: string | number, end: string | number, zone: string): string {
  return needLetters(start, end, zone) ? '' : ` ${zoneLetters(zone, start)}`
}

/** "Eastern Time (EST)", to follow a `timesText`; without the letters if that has them. */
export function zoneAfter(start: string | number, end: string | number, zone: string): string {
  return needLetters(start, end, zone) ? zoneName(zone) : `${zoneName(zone)} (${zoneLetters(zone, start)})`
}

/** Whether clocks change between two times, or show one of them twice, so that they don't say how long it is. */
function needLetters(start: string | number, end: string | number, zone: string): boolean {
  const areTwice = [start, end].some(moment => lettersIfTwice(zone, moment) !== '')
  return areTwice || zoneLetters(zone, start) !== zoneLetters(zone, end)
}

/** A moment's day for a calendar leaf: { month: 'Nov', day: '23' }. */
export function leafOf(moment: string | number, zone: string): { month: string; day: string } {
  return { month: written(moment, zone, 'month'), day: written(moment, zone, 'dayNumber') }
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

/**
 * The other person's zone, for a line that says when something is for them; null if they have none, if it is the
 * viewer's, or if this browser doesn't know it: the line is left out then.
 */
export function otherZone(theirs: string | null, own: string): string | null {
  return theirs !== null && theirs !== own && isKnownZone(theirs) ? theirs : null
}

/** A moment's date ('2026-11-23') in a zone. */
export function dateIn(zone: string, moment: Date): string {
  // Each part by its name: the order of a locale changes with a browser's version, and "en-CA" doesn't always begin with the year.
  const parts = formats.date(zone).formatToParts(moment)
  return ['year', 'month', 'day'].map(type => parts.find(part => part.type === type)?.value).join('-')
}
