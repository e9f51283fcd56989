import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { invalidField, type Problem } from '#server/platform/http/problem.ts'
import { onlineRoomFault, sessionLimits, type sessions } from '#shared/api/sessions.ts'
import { wallClock } from '#shared/domain/calendar-days.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { hasTimeAhead, plannedTimes, type SessionPlan } from '#shared/domain/occurrences.ts'
import { isRate, priceOf } from '#shared/domain/price.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { canonicalZone } from '#shared/domain/time-zone.ts'

export type PlanInput = Omit<
  z.output<typeof sessions.create.body>,
  'client_id' | 'in_utc' | 'timezone' | 'end_time'
> & {
  timezone: string
  minutes: number
}

/** A validated form: the columns of the session, and when it takes place. */
export type SessionFacts = {
  title: string
  description: string
  rateCents: number | null
  location: string | null
  capacity: number
  plan: SessionPlan
}

/** How far ahead a session may begin, and the provider's minimum charge. */
const longestAheadDays = 366
const leastPriceCents = 50

type Reading = {
  now: Temporal.Instant
  /** The path of the fields in the call: 'body', or 'body.plan'. */
  path: string
  /** How many people can pay for an online session: the video call must carry them. Null without a limit. */
  onlinePlaces: number | null
  /** The old plan. Unchanged parts of it may be in the past. */
  before?: SessionPlan
}

/** A session's form as columns of its row. */
export function columnsOf({ plan, rateCents, title, description, location, capacity }: SessionFacts) {
  return {
    title,
    description,
    location,
    capacity,
    rate_cents: rateCents,
    time_zone: plan.zone,
    starts_on: plan.startsOn,
    start_time: plan.startTime,
    minutes: plan.minutes,
    repeat_days: [...plan.repeatDays],
    repeat_until: plan.repeatUntil,
    skipped_days: sql<string[]>`${plan.skippedDays}::date[]`,
  }
}

/** Reads a session from its form, or refuses the invalid field. */
export function readPlan(input: PlanInput, reading: Reading): SessionFacts {
  const refuse = (field: string, message: string): Problem =>
    invalidField(`${reading.path}.${field}`, message)
  const zone = canonicalZone(input.timezone)
  if (!zone) throw refuse('timezone', 'We don’t know that time zone.')
  const { minutes } = input
  const { min, max } = sessionLimits.minutes
  if (minutes < min) throw refuse('end_time', `A session lasts at least ${min} minutes.`)
  if (minutes > max) {
    throw refuse('end_time', `The end must be after the start, by up to ${max / 60} hours.`)
  }
  const rateCents = input.rate === '' ? null : decimalToCents(input.rate)
  if (rateCents !== null) {
    if (!isRate(rateCents)) throw refuse('rate', 'Choose a rate between $1.00 and $1,000.00 an hour.')
    if (priceOf(rateCents, minutes) < leastPriceCents) {
      throw refuse('rate', 'A place must cost at least $0.50. Raise the rate, or make it free.')
    }
  }
  const plan: SessionPlan = {
    startsOn: input.starts_on,
    startTime: input.start_time,
    minutes,
    zone,
    repeatDays: input.repeat ? weekdays.filter(day => input.repeat_days.includes(day)) : [],
    repeatUntil: input.repeat ? input.repeat_until : null,
    skippedDays: input.repeat ? [...new Set(input.skipped_days)].sort() : [],
  }
  if (input.repeat && plan.repeatDays.length === 0) {
    throw refuse('repeat_days', 'Choose the days it repeats on.')
  }
  if (!reading.before || !isSamePlan(plan, reading.before)) refuseDays(plan, reading, refuse)
  return {
    title: input.title,
    description: input.description,
    rateCents,
    location: input.location || null,
    capacity: capacityOf(input, reading.onlinePlaces, refuse),
    plan,
  }
}

type Refuse = (field: string, message: string) => Problem

function capacityOf(
  { capacity, location, rate }: PlanInput,
  onlinePlaces: number | null,
  refuse: Refuse,
): number {
  const usual = sessionLimits.capacity.default
  if (onlinePlaces === null || location !== '' || rate === '') return capacity ?? usual
  if (capacity !== undefined && capacity > onlinePlaces) {
    throw refuse('capacity', onlineRoomFault(onlinePlaces))
  }
  return capacity ?? Math.min(usual, onlinePlaces)
}

function refuseDays(plan: SessionPlan, { now, before }: Reading, refuse: Refuse): void {
  const today = wallClock(now, plan.zone).date
  const { startsOn, repeatUntil } = plan
  const wasThere = before?.startsOn === startsOn && plan.repeatDays.length > 0
  if (startsOn < today && !wasThere) throw refuse('starts_on', 'This day is over. Choose a later one.')
  const furthest = Temporal.PlainDate.from(today).add({ days: longestAheadDays }).toString()
  if (startsOn > furthest) throw refuse('starts_on', 'A session can start up to a year from now.')
  if (repeatUntil !== null && repeatUntil < startsOn) {
    throw refuse('repeat_until', 'The last day can’t be before the first.')
  }
  const [ofToday] = plannedTimes(plan, today, today)
  if (ofToday && ofToday.start <= now.epochMilliseconds && !(wasThere && before)) {
    throw refuse('start_time', 'This time has already passed today. Choose a later one.')
  }
  if (!hasTimeAhead(plan, now)) {
    throw refuse(
      repeatUntil === null ? 'starts_on' : 'repeat_until',
      'There are no dates left for this session.',
    )
  }
}

/** Whether two plans have the same times. */
export function isSamePlan(a: SessionPlan, b: SessionPlan): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder({ startsOn, startTime, minutes, zone, repeatDays, repeatUntil, skippedDays }: SessionPlan) {
  return [startsOn, startTime, minutes, zone, repeatDays, repeatUntil, skippedDays]
}
