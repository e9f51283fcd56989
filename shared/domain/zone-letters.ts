import { zonedFormat } from './zoned-format.ts'

const letters = zonedFormat({ timeZoneName: 'short' })
const clock = zonedFormat({ dateStyle: 'short', timeStyle: 'short' })
const hourMs = 3_600_000

/** A zone's letters at a moment, such as "EST". */
export function zoneLetters(zone: string, moment: string | number): string {
  const parts = letters(zone).formatToParts(new Date(moment))
  return parts.find(part => part.type === 'timeZoneName')?.value ?? zone
}

/**
 * " EST" for a moment in the hour that clocks show twice when they are set back, else nothing: what follows a time
 * that would otherwise name two moments.
 */
export function lettersIfTwice(zone: string, moment: string | number): string {
  const ms = new Date(moment).getTime()
  const shown = clock(zone).format(ms)
  const isTwice = [-hourMs, hourMs].some(apart => clock(zone).format(ms + apart) === shown)
  return isTwice ? ` ${zoneLetters(zone, ms)}` : ''
}
