import { zonedFormat } from '#shared/domain/zoned-format.ts'

const moment = zonedFormat({ dateStyle: 'full', timeStyle: 'short' })
const time = zonedFormat({ timeStyle: 'short' })
const shortMoment = zonedFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** "Monday, November 23, 2026 at 9:00 AM". */
export function momentIn(zone: string, iso: string): string {
  return moment(zone).format(msOf(iso))
}

/** "9:00 AM". */
export function timeIn(zone: string, iso: string): string {
  return time(zone).format(msOf(iso))
}

/** "Mon, Nov 23, 9:00 AM". */
export function shortMomentIn(zone: string, iso: string): string {
  return shortMoment(zone).format(msOf(iso))
}

/** Formatting the instant itself takes ten times as long. */
function msOf(iso: string): number {
  return Temporal.Instant.from(iso).epochMilliseconds
}
