import type { FieldError, FieldErrors, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CallInput } from '#shared/api/contract.ts'
import { profileTexts, rateCents } from '#shared/api/profiles.ts'
import { roomFault, type Session, sessionLimits, type sessions, sessionTexts } from '#shared/api/sessions.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { minutesFrom, type SessionPlan as Timing } from '#shared/domain/occurrences.ts'
import { isTime, minutesOf, type Weekday, weekdays } from '#shared/domain/schedule.ts'
import { lengthText } from './words.ts'

/** A session as its form has it. */
export type SessionValues = {
  title: string
  description: string
  date: string
  start: string
  end: string
  repeat: boolean
  days: Weekday[]
  until: string
  skipped: string[]
  paid: boolean
  rate: string
  online: boolean
  location: string
  capacity: string
  /** As `crn-title`. */
  crns: string[]
}

type Plan = CallInput<typeof sessions.create>['body']

/** An empty form; the rate is what the person asks for an hour of one-to-one tutoring. */
export function emptyValues(rate: string | null): SessionValues {
  return {
    title: '',
    description: '',
    date: '',
    start: '',
    end: '',
    repeat: false,
    days: [],
    until: '',
    skipped: [],
    paid: rate !== null,
    rate: rate ?? '',
    online: true,
    location: '',
    capacity: String(sessionLimits.capacity.default),
    crns: [],
  }
}

/** The form of a session that is there. */
export function valuesOf(session: Session): SessionValues {
  return {
    title: session.title,
    description: session.description,
    date: session.starts_on,
    start: session.start_time,
    end: endOf(session.start_time, session.minutes),
    repeat: session.repeat,
    days: session.repeat_days,
    until: session.repeat_until ?? '',
    skipped: session.skipped_days,
    paid: session.rate !== null,
    rate: session.rate ?? '',
    online: session.location === null,
    location: session.location ?? '',
    capacity: String(session.capacity),
    crns: session.crns,
  }
}

/** A new session like one that is there, which has its own days. */
export function valuesLike(session: Session): SessionValues {
  return { ...valuesOf(session), date: '', until: '', skipped: [] }
}

function endOf(start: string, minutes: number): string {
  const { start: from } = minutesOf({ start, end: start })
  const end = (from + minutes) % (24 * 60)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** How long it lasts; null while a time is missing. */
export function lengthOf({ start, end }: Pick<SessionValues, 'start' | 'end'>): number | null {
  return isTime(start) && isTime(end) ? minutesFrom(start, end) : null
}

/** Whether a session can last so long. */
export function isLength(minutes: number): boolean {
  return minutes >= sessionLimits.minutes.min && minutes <= sessionLimits.minutes.max
}

/** When it takes place (shared/domain/occurrences.ts); null while the form doesn't say. */
export function timingOf(values: SessionValues, zone: string): Timing | null {
  const minutes = lengthOf(values)
  const { date, start, repeat, days, until, skipped } = values
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

/** Whether text is a date as date inputs have it. While one types a year, it can be the year 2. */
export function isDate(text: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(text)
}

/** The weekday of a date. */
export function weekdayOf(date: string): Weekday {
  return weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!
}

/** What the calls take of a form without faults. */
export function planOf(values: SessionValues, timezone: string): Plan {
  const { repeat } = values
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    starts_on: values.date,
    start_time: values.start,
    end_time: values.end,
    timezone,
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

/** Checks the form as the server will. `passed` says whether nothing of a plan is still to come. */
export function sessionResolver(passed: (values: SessionValues) => boolean): Resolver<SessionValues> {
  return values => {
    const faults = faultsOf(values)
    if (!faults.date && !faults.start && !faults.end && !faults.days && !faults.until && passed(values)) {
      faults.date = 'Nothing of this is still to come. Choose a later day or time.'
    }
    const errors: FieldErrors<SessionValues> = Object.fromEntries(
      Object.entries(faults)
        .filter(([, message]) => message)
        .map(([name, message]): [string, FieldError] => [name, { type: 'rule', message: message! }]),
    )
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
  }
}

/** What is wrong with a form, in words, by the field it belongs to. */
export function faultsOf(values: SessionValues): Partial<Record<keyof SessionValues, string | undefined>> {
  const { date, start, end, repeat, days, until, paid, rate, online, location, capacity } = values
  const { minutes: length, capacity: room } = sessionLimits
  const minutes = lengthOf(values)
  const seats = /^\d{1,4}$/.test(capacity.trim()) ? Number(capacity) : Number.NaN
  return {
    title: fault(sessionTexts.title, values.title),
    description: fault(sessionTexts.description, values.description),
    date: isDate(date) ? undefined : 'Choose a date.',
    start: isTime(start) ? undefined : 'Choose when it starts.',
    end: !isTime(end)
      ? 'Choose when it ends.'
      : minutes !== null && minutes < length.min
        ? `A session lasts at least ${lengthText(length.min)}.`
        : minutes !== null && minutes > length.max
          ? `A session lasts at most ${lengthText(length.max)}. By these times it would last ${lengthText(minutes)}.`
          : undefined,
    days: repeat && days.length === 0 ? 'Choose at least one weekday.' : undefined,
    until: repeat && until && date && until < date ? 'The last day is before the first.' : undefined,
    rate: !paid
      ? undefined
      : rate.trim()
        ? fault(profileTexts.hourly_rate, rate.trim())
        : 'Say what an hour costs, or make it free.',
    location: online
      ? undefined
      : location.trim()
        ? fault(sessionTexts.location, location.trim())
        : 'Say where it is.',
    capacity: seats >= room.min && seats <= room.max ? undefined : roomFault,
  }
}

/** Whether two forms say the same. */
export function sameValues(one: SessionValues, other: SessionValues): boolean {
  const names = Object.keys(one) as (keyof SessionValues)[]
  return names.every(name => String(one[name]) === String(other[name]))
}

function fault(rule: z.core.$ZodType, value: string): string | undefined {
  return z.safeParse(rule, value).error?.issues[0]?.message
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

/** The field that a fault of the call belongs to; null where it belongs to none. */
export function fieldOf(path: string): keyof SessionValues | null {
  const [, name = ''] = /^body\.(?:plan\.)?(\w+)/.exec(path) ?? []
  return fieldNames[name] ?? null
}
