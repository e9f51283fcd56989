import type { CallInput } from '#shared/api/contract.ts'
import { sessions } from '#shared/api/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'

export type PlanInput = CallInput<typeof sessions.create>['body']

/** A day so many days after today in a zone. */
export function dayAhead({ clock }: Pick<Stack, 'clock'>, days: number, zone = 'America/New_York'): string {
  return clock.now().toZonedDateTimeISO(zone).toPlainDate().add({ days }).toString()
}

/** What the form of a session sends: an hour in the morning, once, two days ahead, at $30 an hour, unless said otherwise. */
export function planOf(stack: Pick<Stack, 'clock'>, changes: Partial<PlanInput> = {}): PlanInput {
  return {
    title: 'Heaps, together',
    description: 'We go through last week’s problems.',
    starts_on: changes.starts_on ?? dayAhead(stack, 2, changes.timezone),
    start_time: '10:00',
    end_time: '11:00',
    timezone: 'America/New_York',
    rate: '30.00',
    ...changes,
  }
}

/** Plans a session; answers it as its owner sees it. */
export async function makeSession(
  stack: Pick<Stack, 'clock'>,
  owner: Person,
  changes: Partial<PlanInput> = {},
) {
  const { status, body, problem } = await owner.call(sessions.create, { body: planOf(stack, changes) })
  if (status !== 200) throw new Error(`The session was refused: ${problem.code} ${problem.detail}`)
  return body.session
}

/** The moment at which clocks of a zone show a time, as calls carry it. */
export function instantAt(date: string, time: string, zone = 'America/New_York'): string {
  return Temporal.PlainDateTime.from(`${date}T${time}`)
    .toZonedDateTime(zone)
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })
}
