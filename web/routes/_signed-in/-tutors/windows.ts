import { nextDays, wallClock } from '#shared/domain/calendar-days.ts'
import { slotWindowDays } from '#shared/domain/slots.ts'
import type { When } from './tutors-search.ts'

export type Window = { from?: string; to?: string }

/** The evening begins at 5 PM, and lasts until 4 AM. */
const evening = 17
const night = 4

/** The time to look in, by the clocks of a zone; null if the address names none of its next seven days. */
export function windowOf({ when, hour }: When, now: Temporal.Instant, zone: string): Window | null {
  if (when === undefined) return {}
  const today = Temporal.PlainDate.from(wallClock(now, zone).date)
  const at = (date: Temporal.PlainDate, of = 0) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(of) })
  const between = (from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): Window => ({
    from: from.toInstant().toString(),
    to: to.toInstant().toString(),
  })
  if (when === 'tonight') {
    const begun = now.toZonedDateTimeISO(zone).hour < night
    const day = begun ? today.subtract({ days: 1 }) : today
    return between(at(day, evening), at(day.add({ days: 1 }), night))
  }
  if (when === 'tomorrow') return between(at(today.add({ days: 1 })), at(today.add({ days: 2 })))
  if (when === 'weekend') {
    const saturday = today.add({ days: today.dayOfWeek === 7 ? -1 : 6 - today.dayOfWeek })
    return between(at(saturday), at(saturday.add({ days: 2 })))
  }
  if (!daysOf(now, zone).includes(when)) return null
  const date = Temporal.PlainDate.from(when)
  return between(at(date, hour), at(date.add({ days: 1 })))
}

/** The dates on which a person can book. */
export function daysOf(now: Temporal.Instant, zone: string): string[] {
  return nextDays(now, zone, slotWindowDays).map(({ date }) => date)
}
