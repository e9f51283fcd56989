import { sql } from 'kysely'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { payments } from '#shared/api/payments.ts'
import type { Session } from '#shared/api/sessions.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { makeSession } from '../factories/sessions.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { answered, people, type Race, release, run } from './bookings.ts'

type Calls = { calls: number; rounds: number }
/** Also how many enrollments there were after each round's calls. */
type EnrolmentRace = Race & { enrolments: number[] }

async function taught(
  stack: Stack,
  name: string,
  changes: { rate?: string; capacity?: number; location?: string } = {},
) {
  const teacher = await stack.signIn(name)
  return { teacher, session: await makeSession(stack, teacher, changes) }
}

function book(person: Person, { id, upcoming }: Session) {
  return person.call(payments.bookSession, {
    body: { session_id: id, occurrence_id: upcoming[0]!.id, terms: true },
  })
}

/** one person enrolls many times at once. */
export async function sameEnrolment(stack: Stack, { calls, rounds }: Calls): Promise<EnrolmentRace> {
  const { session } = await taught(stack, 'tessa.teacher')
  const student = await stack.signIn('sonja.student')
  const counts: number[] = []
  const race = await run(stack, rounds, async () => {
    const answers = await Promise.all(
      times(calls, () => answered(() => student.call(enrolments.enrol, { body: { id: session.id } }))),
    )
    counts.push(await countEnrolments(stack, session.id))
    await student.call(enrolments.leave, { body: { id: session.id } })
    return answers
  })
  return { ...race, enrolments: counts }
}

/** one person accepts an invitation, and enrolls without it, many times at once. */
export async function sameAcceptance(stack: Stack, { calls, rounds }: Calls): Promise<EnrolmentRace> {
  const { teacher, session } = await taught(stack, 'theo.teacher', { rate: '' })
  const student = await stack.signIn('silke.student')
  await student.call(follows.follow, { body: { username: 'theo.teacher' } })
  await teacher.call(invitations.send, { body: { id: session.id, invite: ['silke.student'] } })
  const { body } = await student.call(invitations.received, { query: {} })
  const { id } = body.data[0]!
  const counts: number[] = []
  const race = await run(stack, rounds, async () => {
    const answers = await Promise.all(
      times(calls, n =>
        answered(() =>
          n % 2 === 0
            ? student.call(invitations.accept, { body: { id } })
            : student.call(enrolments.enrol, { body: { id: session.id } }),
        ),
      ),
    )
    counts.push(await countEnrolments(stack, session.id))
    const { rows } = await sql<{ state: string }>`select state from invitations where id = ${id}`.execute(
      stack.db,
    )
    if (rows[0]!.state !== 'accepted') throw new Error(`The invitation is ${rows[0]!.state}`)
    await student.call(enrolments.leave, { body: { id: session.id } })
    await sql`update invitations set state = 'sent', decided_at = null where id = ${id}`.execute(stack.db)
    return answers
  })
  return { ...race, enrolments: counts }
}

/** one person requests a place many times at once. */
export async function samePlace(stack: Stack, { calls, rounds }: Calls): Promise<Race> {
  const { session } = await taught(stack, 'tilo.teacher')
  const student = await stack.signIn('selma.student')
  await enrolIn(session, student)
  return run(stack, rounds, async () => {
    const answers = await Promise.all(times(calls, () => answered(() => book(student, session))))
    await release(stack, [student], answers.slice(0, 1))
    return answers
  })
}

/** more people want the places of one session than there are. Those who get none owe nothing. */
export async function tooManyForPlaces(
  stack: Stack,
  size: { people: number; capacity: number; rounds: number },
): Promise<Race> {
  const { session } = await taught(stack, 'trudi.teacher', {
    capacity: size.capacity,
    // A video call carries fewer.
    location: 'Library',
  })
  const racers = await people(stack, size.people)
  for (const racer of racers) await enrolIn(session, racer)
  return run(stack, size.rounds, async () => {
    const answers = await Promise.all(racers.map(racer => answered(() => book(racer, session))))
    await requirePlaces(stack, session, size.capacity)
    await release(stack, racers, answers)
    return answers
  })
}

/** As many live places as there can be, each with one open payment, and no other payment. */
async function requirePlaces({ db }: Stack, { upcoming }: Session, capacity: number): Promise<void> {
  const { rows } = await sql<{ live: number; open: number }>`
    select count(*) filter (where bookings.state = 'held') as live, count(*) filter (where payments.state = 'open') as open
    from bookings left join payments on booking_id = bookings.id
    where occurrence_id = ${upcoming[0]!.id} and bookings.state not in ('cancelled', 'expired')`.execute(db)
  const { live, open } = rows[0]!
  if (Number(live) !== capacity || Number(open) !== capacity) {
    throw new Error(`${live} places of ${capacity} are held, ${open} to be paid`)
  }
}

async function countEnrolments({ db }: Stack, sessionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from enrolments where session_id = ${sessionId}`.execute(db)
  return Number(rows[0]!.count)
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n))
}
