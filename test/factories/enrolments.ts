import { enrolments } from '#shared/api/enrolments.ts'
import { payments } from '#shared/api/payments.ts'
import type { Session } from '#shared/api/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { untilFree } from '../harness/until-free.ts'
import { moneyDone, pay } from './bookings.ts'

/** Enrolls a person in a session. */
export async function enrolIn(session: Pick<Session, 'id'>, person: Person): Promise<void> {
  const { status, problem } = await untilFree(() =>
    person.call(enrolments.enrol, { body: { id: session.id } }),
  )
  if (status !== 200) throw new Error(`The enrollment was refused: ${problem.code} ${problem.detail}`)
}

/** Holds a place in the next or another occurrence of a session; returns the booking and its Checkout. */
export async function holdPlaceIn({ id, upcoming }: Session, person: Person, n = 0) {
  const { status, body, problem } = await untilFree(() =>
    person.call(payments.bookSession, {
      body: { session_id: id, occurrence_id: upcoming[n]!.id, terms: true },
    }),
  )
  if (status !== 200) throw new Error(`The place was refused: ${problem.code} ${problem.detail}`)
  return { id: body.booking_id, url: body.url }
}

/** Enrolls a person and pays for a place; returns the booking's id. */
export async function payPlaceIn(stack: Stack, session: Session, person: Person, n = 0): Promise<string> {
  await enrolIn(session, person)
  const { id, url } = await holdPlaceIn(session, person, n)
  await pay(url)
  await moneyDone(stack)
  return id
}
