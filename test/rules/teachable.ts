import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { payments } from '#shared/api/payments.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { dayAhead, makeSession, type PlanInput, planOf } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { lasting } from './lasting.ts'
import type { World } from './world.ts'

type Taught = { owners: Promise<Session>; joinees: Promise<Session> }

/** The sessions for requests, by stack: created on first use. */
const made = new WeakMap<Stack, Taught>()

function taught({ stack, owner, joinee }: World): Taught {
  const known = made.get(stack)
  if (known) return known
  // Beyond the days for booking slots, so that neither takes the other's time.
  const starts_on = dayAhead(stack, 20)
  const making = {
    owners: makeSession(stack, owner, { starts_on }),
    joinees: makeSession(stack, joinee, { starts_on, start_time: '18:00', end_time: '19:00' }),
  }
  made.set(stack, making)
  return making
}

/** A paid session of the owner's, whom the joinee follows; always the same one. */
export async function makeTaughtSession(world: World): Promise<Session> {
  const session = await taught(world).owners
  await world.joinee.call(follows.follow, { body: { username: 'olive.owner' } })
  return session
}

/** How many days ahead the owner's next session is, by stack: each has its own day. */
const daysAhead = new WeakMap<Stack, number>()

/** The plan of a session on a free day. */
function nextPlan({ stack }: World): PlanInput {
  const days = daysAhead.get(stack) ?? 21
  daysAhead.set(stack, days + 1)
  return planOf(stack, { starts_on: dayAhead(stack, days) })
}

/** A session of the owner's for an asker who ends it. */
export const makeFleetingSession = lasting(
  (world): Promise<Session> => makeSession(world.stack, world.owner, nextPlan(world)),
)

/** Plans a session, and deletes it: nobody can have many at once. */
export async function planSession(person: Person, world: World): Promise<number> {
  const { status, body } = await person.call(sessions.create, { body: nextPlan(world) })
  if (status === 200) await person.call(sessions.remove, { body: { id: body.session.id } })
  return status
}

/** An unanswered invitation to the owner. There is only one: its earlier outcome is undone first. */
export async function makeInvitation(world: World): Promise<string> {
  const { id } = await taught(world).joinees
  const { db } = world.stack
  await sql`delete from enrolments where session_id = ${id}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into invitations (session_id, person_id, created_at)
    select ${id}, id, now() from users where email = 'olive.owner@example.edu'
    on conflict (session_id, person_id) do update set state = 'sent', decided_at = null
    returning id`.execute(db)
  return rows[0]!.id
}

/** Holds a place in the owner's session, and releases it: nobody can hold many at once. */
export async function bookPlace(person: Person, session_id: string, occurrence_id: string): Promise<number> {
  await person.call(enrolments.enrol, { body: { id: session_id } })
  const { status, body } = await person.call(payments.bookSession, {
    body: { session_id, occurrence_id, terms: true },
  })
  if (status === 200) await person.call(bookings.cancel, { body: { bookingId: body.booking_id } })
  return status
}
