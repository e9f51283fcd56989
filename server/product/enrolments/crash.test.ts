import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import type { Session } from '#shared/api/sessions.ts'
import { provider, redeliver, refundsAt } from '../../../test/crashes/provider.ts'
import { pay } from '../../../test/factories/bookings.ts'
import { enrolIn, holdPlaceIn } from '../../../test/factories/enrolments.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { createClock } from '../../../test/harness/clock.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type KillableStack, killableStack, quiet } from '../../../test/harness/killable-stack.ts'
import { type Pause, pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import { untilFree } from '../../../test/harness/until-free.ts'

type Story = { session: Session; student: Person; name: string; bookingId: string }

let stack: KillableStack
let invited: Story
let holding: Story
let paying: Story
let missing: Story
const pauses: Pause[] = []

beforeAll(async () => {
  stack = await killableStack()
  await stack.start()
  invited = await begin('invited', '08:00', '09:00')
  holding = await begin('holding', '10:00', '11:00')
  paying = await begin('paying', '12:00', '13:00')
  missing = await begin('missing', '14:00', '15:00')
  for (const story of [holding, paying, missing]) await enrolIn(story.session, story.student)
  const { url } = await hold(paying)
  await pay((await hold(missing)).url)
  await eventually('the place is paid', async () => (await rowOf(missing)).state === 'approved')
  await end(missing.session)

  // Each stops the server in the middle of a transaction: after half of the writes, and so on.
  await pause('select from invitations where session_id = $1 for update', invited.session.id)
  send(untilFree(() => invited.student.call(enrolments.enrol, { body: { id: invited.session.id } })))
  await pause('select from users where username = $1 for update', 'paying-teacher')
  await pay(url)
  await pause(
    'select from payments where booking_id = (select id from bookings where occurrence_id = $1) for update',
    missing.session.upcoming[0]!.id,
  )
  send(untilFree(() => missing.student.call(bookings.settle)))
  await pause('select from occurrences where id = $1 for update', holding.session.upcoming[0]!.id)
  send(hold(holding))
  await Promise.all(pauses.map(one => one.reached()))
  await stack.kill()
  await Promise.all(pauses.map(one => one.discard()))
  await stack.start()

  await accept(invited)
  await pay((await hold(holding)).url)
  await missing.student.call(bookings.settle)
  await redeliver(stack)
  await quiet(stack)
}, 600_000)

afterAll(() => stack?.close())

/** A teacher with a session, and a person they invite to it. */
async function begin(name: string, start_time: string, end_time: string): Promise<Story> {
  const teacher = await stack.signIn(`${name}-teacher`)
  const student = await stack.signIn(`${name}-student`)
  const session = await makeSession({ clock: createClock() }, teacher, { start_time, end_time })
  await student.call(follows.follow, { body: { username: `${name}-teacher` } })
  await teacher.call(invitations.send, { body: { id: session.id, invite: [`${name}-student`] } })
  return { session, student, name, bookingId: '' }
}

async function hold(story: Story): Promise<{ id: string; url: string }> {
  const held = await holdPlaceIn(story.session, story.student)
  story.bookingId = held.id
  return held
}

async function accept({ session, student }: Story): Promise<void> {
  const { body } = await student.call(invitations.received, { query: {} })
  const open = body.data.find(invitation => invitation.session.id === session.id)
  expect((await student.call(invitations.accept, { body: { id: open!.id } })).status).toBe(200)
}

/** Moves a session's next occurrence into the past; nobody attended. */
async function end({ upcoming }: Session): Promise<void> {
  const { id } = upcoming[0]!
  await stack.db.transaction().execute(async trx => {
    await sql`update occurrences set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
      where id = ${id}`.execute(trx)
    await sql`update bookings set starts_at = occurrences.starts_at, ends_at = occurrences.ends_at
      from occurrences where occurrences.id = occurrence_id and occurrence_id = ${id}`.execute(trx)
  })
}

async function pause(statement: string, value: string): Promise<void> {
  pauses.push(await pauseAt(stack.databaseUrl, statement, [value]))
}

/** A call whose caller won’t get the answer. Until the kill, it must wait again if it gave up on a lock. */
function send(call: Promise<unknown>): void {
  call.catch(() => {})
}

async function rowOf({ session }: Story) {
  const { rows } = await sql<{ state: string; payment: string; places: number }>`
    select bookings.state, payments.state as payment, count(*) over ()::int as places
    from bookings join payments on booking_id = bookings.id
    where occurrence_id = ${session.upcoming[0]!.id}`.execute(stack.db)
  return rows[0] ?? { state: 'none', payment: 'none', places: 0 }
}

describe('a server that is killed', () => {
  test('while someone enrolls by an invitation leaves both undone, and a retry does both', async () => {
    const { rows } = await sql<{ state: string; enrolled: number }>`
      select state, (select count(*)::int from enrolments where enrolments.session_id = invitations.session_id) as enrolled
      from invitations where session_id = ${invited.session.id}`.execute(stack.db)
    expect(rows).toEqual([{ state: 'accepted', enrolled: 1 }])
  })

  test('while a place is held, or its payment is applied, ends with one paid place and one charge', async () => {
    const { charge } = await provider(stack)
    for (const story of [holding, paying]) {
      expect(await rowOf(story)).toEqual({ state: 'approved', payment: 'paid', places: 1 })
      const charges = charge.filter(({ metadata }) => metadata.booking_id === story.bookingId)
      expect(charges.map(({ amount, amount_refunded }) => [amount, amount_refunded])).toEqual([[3000, 0]])
    }
  })

  test('while it judges an occurrence refunds everything, once', async () => {
    expect(await rowOf(missing)).toEqual({ state: 'missed', payment: 'paid', places: 1 })
    expect((await refundsAt(stack, missing.bookingId)).map(({ amount }) => amount)).toEqual([3000])
    const { rows } = await sql`
      select state from occurrences where session_id = ${missing.session.id}`.execute(stack.db)
    expect(rows).toEqual([{ state: 'over' }])
  })

  test('notifies everyone of everything once', async () => {
    const { rows: alerts } = await sql<{ id: string; kind: string; times: number }>`
      select min(id::text) as id, kind, count(*)::int as times from alerts
      group by kind, user_id, coalesce(facts->>'booking_id', facts->>'session_id')`.execute(stack.db)
    expect(alerts.filter(({ times }) => times > 1)).toEqual([])
    // People see their own payments and new followers as alerts, without a mail.
    const unmailed = ['booking_paid', 'follow']
    const mailed = alerts.filter(({ kind }) => !unmailed.includes(kind)).map(({ id }) => `alert-${id}`)
    expect([...new Set(await stack.messageIds())].toSorted()).toEqual(mailed.toSorted())
  })
})
