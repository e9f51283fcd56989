import { lettersIfTwice } from '#shared/domain/zone-letters.ts'
import { zonedFormat } from '#shared/domain/zoned-format.ts'
import type { Reader } from './kind.ts'

const moment = zonedFormat({ dateStyle: 'full', timeStyle: 'short' })
const time = zonedFormat({ timeStyle: 'short' })
const short = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const
const shortMoment = zonedFormat(short)
const shortMomentAndYear = zonedFormat({ ...short, year: 'numeric' })

/** "Monday, November 23, 2026 at 9:00 AM". */
export function momentIn(zone: string, iso: string): string {
  return written(moment, zone, iso)
}

/** "9:00 AM". */
export function timeIn(zone: string, iso: string): string {
  return written(time, zone, iso)
}

/** "9:00 AM", where nothing else names the zone. */
export function shortTimeIn(zone: string, iso: string): string {
  return namedIfUnset(zone, timeIn(zone, iso))
}

/** "Mon, Nov 23, 9:00 AM"; in another year than that of the alert, "Mon, Nov 23, 2026, 9:00 AM". Nothing else names the zone. */
export function shortMomentIn({ zone, toldAt }: Pick<Reader, 'zone' | 'toldAt'>, iso: string): string {
  const year = (moment: Temporal.Instant) => moment.toZonedDateTimeISO(zone).year
  const format = year(Temporal.Instant.from(iso)) === year(toldAt) ? shortMoment : shortMomentAndYear
  return namedIfUnset(zone, written(format, zone, iso))
}

/** People without a zone of their own are told times in UTC, and would take them for theirs. */
function namedIfUnset(zone: string, text: string): string {
  return zone === 'UTC' ? `${text} UTC` : text
}

function written(format: typeof moment, zone: string, iso: string): string {
  // Formatting the instant itself takes ten times as long.
  const ms = Temporal.Instant.from(iso).epochMilliseconds
  return format(zone).format(ms) + lettersIfTwice(zone, ms)
}
