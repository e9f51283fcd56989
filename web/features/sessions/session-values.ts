import type { CallInput } from '#shared/api/contract.ts'
import { profileTexts, rateCents } from '#shared/api/profiles.ts'
import { roomFault, type Session, sessionLimits, type sessions, sessionTexts } from '#shared/api/sessions.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { minutesFrom, type SessionPlan as Timing } from '#shared/domain/occurrences.ts'
import { isTime, minutesOf, timeOfMinute, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import type { Faults, useForm } from '#web/lib/use-form.ts'
import { lengthText } from './words.ts'

/** A session as form values. */
export type SessionValues = {
  title: string
  description: string
  /** The time zone of its dates and times. */
  zone: string
  date: string
  start: string
  end: string
  repeat: boolean
  days: Weekday[]
  until: string
  skipped: string[]
  /** A day that is typed there, and not skipped yet. */
  skipping: string
  paid: boolean
  rate: string
  online: boolean
  location: string
  capacity: string
  /** The sections it is for, each as `crn-title`. */
  crns: string[]
  /** Of the session that they change, which a save replaces; 0 for a new one. */
  version: number
}

/** What the parts of the form need of it. */
export type SessionFields = Pick<ReturnType<typeof useForm<SessionValues>>, 'values' | 'set' | 'field'>

type Plan = Omit<NonNullable<CallInput<typeof sessions.update>['body']['plan']>, 'version'>

/** An empty form; the rate defaults to the person's hourly rate for one-to-one tutoring. */
export function emptyValues(zone: string, rate: string | null): SessionValues {
  return {
    title: '',
    description: '',
    zone,
    date: '',
    start: '',
    end: '',
    repeat: false,
    days: [],
    until: '',
    skipped: [],
    skipping: '',
    paid: rate !== null,
    rate: rate ?? '',
    online: true,
    location: '',
    capacity: String(sessionLimits.capacity.default),
    crns: [],
    version: 0,
  }
}

/** The form of an existing session. */
export function valuesOf(session: Session): SessionValues {
  return {
    title: session.title,
    description: session.description,
    zone: session.time_zone,
    date: session.starts_on,
    start: session.start_time,
    end: endOf(session.start_time, session.minutes),
    repeat: session.repeat,
    days: session.repeat_days,
    until: session.repeat_until ?? '',
    skipped: session.skipped_days,
    skipping: '',
    paid: session.rate !== null,
    rate: session.rate ?? '',
    online: session.location === null,
    location: session.location ?? '',
    capacity: String(session.capacity),
    crns: session.crns,
    version: session.version,
  }
}

/** A copy of an existing session, without its days. */
export function valuesLike(session: Session): SessionValues {
  return { ...valuesOf(session), date: '', until: '', skipped: [], version: 0 }
}

function endOf(start: string, minutes: number): string {
  const { start: from } = minutesOf({ start, end: start })
  return timeOfMinute(from + minutes)
}

/** Its length; null while a time is missing. */
export function lengthOf({ start, end }: Pick<SessionValues, 'start' | 'end'>): number | null {
  return isTime(start) && isTime(end) ? minutesFrom(start, end) : null
}

/** Whether a session may be this long. */
export function isLength(minutes: number): boolean {
  return minutes >= sessionLimits.minutes.min && minutes <= sessionLimits.minutes.max
}

/** When it takes place (shared/domain/occurrences.ts); null while the form is incomplete. */
export function timingOf(values: SessionValues): Timing | null {
  const minutes = lengthOf(values)
  const { zone, date, start, repeat, days, until, skipped } = values
  if (!isDate(date) || minutes === null || (repeat && days.length === 0)) return null
  return {
    startsOn: date,
    startTime: start,
    minutes,
    zone,
    repeatDays: repeat ? days : [],
    repeatUntil: repeat && isDate(until) ? until : null,
    skippedDays: repeat ? skipped : [],
  }
}

/** Whether text is a date from a date input. While a person types a year, it can be the year 2. */
export function isDate(text: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(text)
}

/** The weekday of a date. */
export function weekdayOf(date: string): Weekday {
  return weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!
}

/** The body of the calls for a valid form. */
export function planOf(values: SessionValues): Plan {
  const { repeat } = values
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    starts_on: values.date,
    start_time: values.start,
    end_time: values.end,
    timezone: values.zone,
    rate: values.paid ? centsToDecimal(rateCents(values.rate.trim())) : '',
    location: values.online ? '' : values.location.trim(),
    capacity: Number(values.capacity),
    repeat,
    repeat_days: repeat ? weekdays.filter(day => values.days.includes(day)) : [],
    repeat_until: (repeat && values.until) || null,
    skipped_days: repeat ? values.skipped : [],
    crns: values.crns,
  }
}

/** A form's faults, in words, by field. */
export function faultsOf(values: SessionValues): Faults<keyof SessionValues> {
  const { date, start, end, repeat, days, until, skipping, paid, rate, online, location, capacity } = values
  const { minutes: length, capacity: room } = sessionLimits
  const minutes = lengthOf(values)
  const seats = /^\d{1,4}$/.test(capacity.trim()) ? Number(capacity) : Number.NaN
  return {
    title: faultOf(sessionTexts.title, values.title),
    description: faultOf(sessionTexts.description, values.description),
    date: isDate(date) ? undefined : 'Choose a date.',
    start: isTime(start) ? undefined : 'Choose when it starts.',
    end: !isTime(end)
      ? 'Choose when it ends.'
      : minutes !== null && minutes < length.min
        ? `A session lasts at least ${lengthText(length.min)}.`
        : minutes !== null && minutes > length.max
          ? `A session lasts at most ${lengthText(length.max)}. These times make it ${lengthText(minutes)}.`
          : undefined,
    days: repeat && days.length === 0 ? 'Choose at least one weekday.' : undefined,
    until: repeat && until && date && until < date ? 'The last day is before the first.' : undefined,
    skipping: repeat && skipping ? 'Press “Skip” to leave out this day, or clear it.' : undefined,
    rate: !paid
      ? undefined
      : rate.trim()
        ? faultOf(profileTexts.hourly_rate, rate.trim())
        : 'Enter an hourly rate, or make it free.',
    location: online
      ? undefined
      : location.trim()
        ? faultOf(sessionTexts.location, location.trim())
        : 'Enter a location.',
    capacity: seats >= room.min && seats <= room.max ? undefined : roomFault,
  }
}

/** Whether two forms make the same session, of whatever version. */
export function sameValues(one: SessionValues, other: SessionValues): boolean {
  const names = Object.keys(one) as (keyof SessionValues)[]
  return names.every(name => name === 'version' || String(one[name]) === String(other[name]))
}

const fieldNames: Record<string, keyof SessionValues> = {
  title: 'title',
  description: 'description',
  starts_on: 'date',
  start_time: 'start',
  end_time: 'end',
  rate: 'rate',
  location: 'location',
  capacity: 'capacity',
  repeat_days: 'days',
  repeat_until: 'until',
  skipped_days: 'skipped',
  crns: 'crns',
}

/** The field that a fault of the call belongs to; null if none. */
export function fieldOf(path: string): keyof SessionValues | null {
  const [, name = ''] = /^body\.(?:plan\.)?(\w+)/.exec(path) ?? []
  return fieldNames[name] ?? null
}
