import type { Interval } from './intervals.ts'
import { type Weekday, weekdays } from './schedule.ts'
import { firstMoment, wallAt, zoneOffsets } from './time-zone.ts'

const day = 24 * 60 * 60 * 1000

/** A calendar day ('YYYY-MM-DD') of a zone, from its first moment to the next day's. */
export type CalendarDay = Interval & { date: string }

/**
 * The next days of a zone, beginning with today, without dates that the zone skips (Apia had no December 30,
 * 2011).
 */
export function nextDays(now: Temporal.Instant, zone: string, count: number): CalendarDay[] {
  const from = now.epochMilliseconds
  const offsets = zoneOffsets(zone, from - 3 * day, from + (count + 4) * day)
  const days: CalendarDay[] = []
  for (let number = dayNumber(wallAt(from, offsets)); days.length < count; number++) {
    const start = firstMoment(number * day, offsets)
    const end = firstMoment((number + 1) * day, offsets)
    if (end > start) days.push({ date: dateOf(number), start, end })
  }
  return days
}

/** How many calendar days of a zone lie between now and a moment: 0 today, 1 tomorrow, -1 yesterday. */
export function daysUntil(moment: Temporal.Instant, now: Temporal.Instant, zone: string): number {
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  return today.until(moment.toZonedDateTimeISO(zone).toPlainDate(), { largestUnit: 'day' }).days
}

/** What a zone's calendars and clocks show at a moment: the date, its weekday and the time 'HH:mm'. */
export function wallClock(
  moment: Temporal.Instant,
  zone: string,
): { date: string; day: Weekday; time: string } {
  const there = moment.toZonedDateTimeISO(zone)
  return {
    date: there.toPlainDate().toString(),
    day: weekdays[there.dayOfWeek - 1]!,
    time: there.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

/** The day number, counted from 1970, of a wall-clock time (in milliseconds, as if it were UTC). */
export function dayNumber(wall: number): number {
  return Math.floor(wall / day)
}

/** A date's number, counted from 1970. A date alone is UTC to `Date.parse`. */
export function numberOf(date: string): number {
  return dayNumber(Date.parse(date))
}

/** The date of a day's number. */
export function dateOf(number: number): string {
  return new Temporal.PlainDate(1970, 1, 1).add({ days: number }).toString()
}

/** The weekday of a day's number. The first of January 1970 was a Thursday. */
export function weekdayOf(number: number): Weekday {
  return weekdays[(((number + 3) % 7) + 7) % 7]!
}
