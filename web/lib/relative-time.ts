import { dateIn } from './zoned-time.ts'

const day = 86_400

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', 3_600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' })

/** "3 days ago", "yesterday", "just now". From 24 hours on, it counts the days of the zone's calendar. */
export function relativeTime(date: Date, now: Date, zone: string): string {
  const exact = (date.getTime() - now.getTime()) / 1000
  // No days: when clocks go back, a day has 25 hours.
  const seconds = Math.abs(exact) < day ? exact : daysBetween(now, date, zone) * day || exact
  const step = steps.find(([, length]) => Math.abs(seconds) >= length)
  return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : 'just now'
}

/**
 * How long ago something happened, in the words of `relativeTime`. Also where the page is behind that moment: its minute has gone on, or
 * its clock is slow.
 */
export function timeAgo(date: Date, now: Date, zone: string): string {
  return relativeTime(date < now ? date : now, now, zone)
}

function daysBetween(from: Date, to: Date, zone: string): number {
  return (Date.parse(dateIn(zone, to)) - Date.parse(dateIn(zone, from))) / (day * 1000)
}
