import type { CallInput } from '#shared/api/contract.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { type Weekday, weekdays } from '#shared/domain/schedule.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'

export type PlanInput = CallInput<typeof sessions.create>['body']

/** The date this many days after today in a zone. */
export function dayAhead({ clock }: Pick<Stack, 'clock'>, days: number, zone = 'America/New_York'): string {
  return clock.now().toZonedDateTimeISO(zone).toPlainDate().add({ days }).toString()
}

/**
 * The body of a session's form: an hour in the morning, once, two days ahead, at $30 an hour, unless
 * overridden.
 */
export function planOf(
  stack: Pick<Stack, 'clock'>,
  changes: Partial<PlanInput> = {},
): PlanInput & { timezone: string } {
  return {
    title: 'Heaps, together',
    description: 'We go through last week’s problems.',
    starts_on: changes.starts_on ?? dayAhead(stack, 2, changes.timezone),
    start_time: '10:00',
    end_time: '11:00',
    rate: '30.00',
    ...changes,
    timezone: changes.timezone ?? 'America/New_York',
  }
}

/** Plans a session; returns it as its owner sees it. */
export async function makeSession(
  stack: Pick<Stack, 'clock'>,
  owner: Person,
  changes: Partial<PlanInput> = {},
) {
  const { status, body, problem } = await owner.call(sessions.create, { body: planOf(stack, changes) })
  if (status !== 200) throw new Error(`The session was refused: ${problem.code} ${problem.detail}`)
  return body.session
}

/** The moment at which a zone's clocks show a time, in the form that calls use. */
export function instantAt(date: string, time: string, zone = 'America/New_York'): string {
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(zone)
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })
}

/** The date some days after another. */
export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

export function weekdayOf(day: string): Weekday {
  return weekdays[Temporal.PlainDate.from(day).dayOfWeek - 1]!
}

/** Makes a session repeat on the weekday of its first day. */
export function weekly(starts_on: string): Partial<PlanInput> {
  return { starts_on, repeat: true, repeat_days: [weekdayOf(starts_on)] }
}

/** Saves a session's plan with some changes. */
export function savePlan(
  stack: Pick<Stack, 'clock'>,
  owner: Person,
  { id, version, starts_on }: Pick<Session, 'id' | 'version' | 'starts_on'>,
  changes: Partial<PlanInput>,
) {
  const plan = { ...planOf(stack, { starts_on, ...changes }), version }
  return owner.call(sessions.update, { body: { id, plan } })
}

/** When the next occurrences of a session begin. */
export function starts({ upcoming }: Pick<Session, 'upcoming'>): string[] {
  return upcoming.map(({ starts_at }) => starts_at)
}

/** How a mail writes a moment for somebody in a zone. */
export function inWords(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleString('en-US', { timeZone, dateStyle: 'full', timeStyle: 'short' })
}

/** A session as a person sees it. */
export async function readSession(person: Person, id: string): Promise<Session> {
  return (await person.call(sessions.get, { query: { id } })).body.session
}
