import type { Occurrence, Session } from '#shared/api/sessions.ts'
import { counted } from '#shared/domain/counted.ts'
import { type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { rateOf } from '#web/features/people/person-facts.ts'
import { dayNames } from '#web/features/schedules/words.ts'
import { isKnownZone } from '#web/lib/time-zones.ts'
import { lettersAfter, otherZone, shortDayText, timesText } from '#web/lib/zoned-time.ts'

/** "Monday, Wednesday". */
export function repeatText(days: readonly Weekday[]): string {
  return days.map(day => dayNames[day]).join(', ')
}

/**
 * The weekdays on which a session repeats in the viewer's calendar: Sunday evening for its owner can be
 * Monday here, and its next time beside it shows that. They stay the owner's if this browser doesn't know a zone.
 */
export function repeatDaysIn(
  session: Pick<Session, 'repeat_days' | 'time_zone' | 'starts_at'>,
  zone: string,
): Weekday[] {
  const ahead = daysAhead(session, zone)
  return weekdays.filter((_, index) => session.repeat_days.includes(weekdays[(index + 7 - ahead) % 7]!))
}

/** The last date on which a session can repeat ('2026-12-13'), in the same calendar as its weekdays; null if it has none. */
export function repeatUntilIn(
  session: Pick<Session, 'repeat_until' | 'time_zone' | 'starts_at'>,
  zone: string,
): string | null {
  const until = session.repeat_until
  return (
    until &&
    Temporal.PlainDate.from(until)
      .add({ days: daysAhead(session, zone) })
      .toString()
  )
}

/** By how many days the viewer's calendar is ahead of the owner's when a session starts. */
function daysAhead({ time_zone, starts_at }: Pick<Session, 'time_zone' | 'starts_at'>, zone: string): number {
  if (![time_zone, zone].every(isKnownZone)) return 0
  const start = Temporal.Instant.from(starts_at)
  const [there, here] = [time_zone, zone].map(one => start.toZonedDateTimeISO(one).toPlainDate())
  return there!.until(here!).days
}

/** "1 student". */
export function studentsText(count: number): string {
  return counted(count, 'student', 'students')
}

/** "1 person". */
export function peopleText(count: number): string {
  return counted(count, 'person', 'people')
}

/** "3 of 8 places left". */
export function placesLeftText(capacity: number, taken: number): string {
  const left = capacity - taken
  if (left <= 0) return 'Full'
  const places = counted(capacity, 'place', 'places')
  return taken === 0 ? places : `${left} of ${places} left`
}

/** "5 of 8 attended"; without a call that counted them, "8 signed up". */
export function cameText(came: number, expected: number, counted: boolean): string {
  return counted || came > 0 ? `${came} of ${expected} attended` : `${expected} signed up`
}

/** Where it takes place without a location. */
export const onlineText = 'Online, on Ignite'

/** Where it takes place; null if it is online. Visitors don't learn the place. */
export function placeText(location: string | null): string | null {
  return location === '' ? 'In person; sign in to see where' : location
}

/** "1 h 30 min". */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** "Mon, Nov 23, 9:00 AM – 10:00 AM". */
export function whenText({ starts_at, ends_at }: Pick<Occurrence, 'starts_at' | 'ends_at'>, zone: string) {
  return `${shortDayText(starts_at, zone)}, ${timesText(starts_at, ends_at, zone)}`
}

/** The same time in the session's own zone, if the clocks there show something else; otherwise null. */
export function whenForOwner(
  session: Pick<Session, 'time_zone' | 'admin_profile' | 'is_owner'>,
  time: Pick<Occurrence, 'starts_at' | 'ends_at'>,
  zone: string,
): string | null {
  const there = otherZone(session.time_zone, zone)
  if (!there) return null
  const theirs = whenText(time, there)
  if (theirs === whenText(time, zone)) return null
  const whose = session.is_owner ? 'Scheduled for' : `For ${session.admin_profile.name}:`
  return `${whose} ${theirs}${lettersAfter(time.starts_at, time.ends_at, there)}`
}

/** "$20 an hour", or that it is free. */
export function priceText(rate: string | null): string {
  return rate === null ? 'Free' : rateOf(rate)
}

/** Splits `10432-Data Structures I` into CRN and title; the title may be empty. */
export function crnParts(text: string): { crn: string; title: string } {
  const dash = text.indexOf('-')
  return dash < 0 ? { crn: text, title: '' } : { crn: text.slice(0, dash), title: text.slice(dash + 1) }
}
