import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookingChanges, liveStates } from '#shared/domain/booking-states.ts'
import { kills, type Point } from '../../../test/crashes/points.ts'
import { provider, redeliver, refundsAt } from '../../../test/crashes/provider.ts'
import { holdIt, payIt, rowOf, type Story } from '../../../test/crashes/story.ts'
import { controlPayments, freeTiles, hold, type Slot } from '../../../test/factories/bookings.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type KillableStack, killableStack, quiet } from '../../../test/harness/killable-stack.ts'
import type { Person } from '../../../test/harness/person.ts'

let stack: KillableStack
let tutors: { person: Person; postId: string; slots: Slot[] }[]
let people = 0
const stories = new Map<string, Story>()

const points = kills.flat()

beforeAll(async () => {
  stack = await killableStack()
  await stack.start()
  tutors = await Promise.all([1, 2, 3, 4].map(makeTutorOf))
  for (const line of kills) await killAt(line)
  await quiet(stack)
  await redeliver(stack)
  await quiet(stack)
}, 600_000)

afterAll(() => stack?.close())

async function killAt(line: Point[]): Promise<void> {
  const told = await Promise.all(line.map(async (point, n) => ({ point, story: await begin(point, n) })))
  for (const { point, story } of told) {
    await point.bring(story).catch(error => {
      throw new Error(`The server wasn’t brought to the point ${point.name}`, { cause: error })
    })
  }
  const pauses = told.flatMap(({ story }) => story.pauses)
  // The server gives up on a lock after three seconds, but this process must still hold it at every point.
  await Promise.all(pauses.map(one => one.reached()))
  await stack.kill()
  await Promise.all(pauses.map(one => one.discard()))
  await controlPayments(stack.outside, 'faults/clear')
  for (const { point, story } of told) await point.away?.(story)
  await stack.start()
  await Promise.all(told.map(({ point, story }) => point.after?.(story)))
  await redeliver(stack)
}

async function makeTutorOf(n: number) {
  const person = await stack.signIn(`tutor-${n}`)
  const postId = await makeTutor(stack, person)
  const student = await stack.signIn(`looker-${n}`)
  return { person, postId, slots: await freeTiles(student, postId) }
}

async function begin({ name, before }: Point, n: number): Promise<Story> {
  const { person: tutor, postId, slots } = tutors[n % tutors.length]!
  const studentName = `student-${++people}`
  const student = await stack.signIn(studentName)
  const story: Story = {
    stack,
    student,
    studentName,
    tutor,
    postId,
    slot: slots.shift()!,
    id: '',
    pauses: [],
  }
  stories.set(name, story)
  if (before !== 'nothing') await holdIt(story)
  if (before === 'requested') {
    await payIt(story)
    await eventually('the tutor is asked', async () => (await rowOf(story)).state === 'requested')
  }
  return story
}

describe('a server that is killed', () => {
  test.each(points)('$name brings the booking to its end', async ({ name, end }) => {
    const story = stories.get(name)!
    const row = await rowOf(story)
    expect(row).toMatchObject({ state: end, bookings: 1 })
    const paid = end === 'expired' || end === 'cancelled' ? 0 : row.amount_cents
    const refunded = end === 'declined' ? row.amount_cents : 0

    const { checkout, charge } = await provider(stack)
    const charges = charge.filter(one => one.metadata.booking_id === row.id && one.status === 'succeeded')
    expect(charges.map(({ amount }) => amount)).toEqual(paid === 0 ? [] : [paid])
    expect(charges.map(one => one.amount_refunded)).toEqual(paid === 0 ? [] : [refunded])
    expect((await refundsAt(stack, row.id)).map(({ amount }) => amount)).toEqual(refunded ? [refunded] : [])
    const checkouts = checkout.filter(({ session }) => session.metadata.booking_id === row.id)
    expect(checkouts.map(({ session }) => session.status)).toEqual([paid === 0 ? 'expired' : 'complete'])

    const { rows: payments } = await sql`
      select payments.state, payments.amount_cents, checkout_id, refunds.amount_cents as refunded,
        refunds.state as refund, refunds.refund_id is not null as named
      from payments left join refunds on refunds.payment_id = payments.id
      where booking_id = ${row.id}`.execute(stack.db)
    expect(payments).toEqual([
      {
        state: paid === 0 ? 'ended' : 'paid',
        amount_cents: row.amount_cents,
        checkout_id: checkouts[0]!.session.id,
        refunded: refunded || null,
        refund: refunded ? 'done' : null,
        named: refunded > 0,
      },
    ])
  })

  test('takes bookings only through allowed changes, each once', async () => {
    const { rows } = await sql<{ changes: { from: string | null; to: string }[]; state: string }>`
      select state, json_agg(json_build_object('from', from_state, 'to', to_state) order by booking_changes.id) as changes
      from bookings join booking_changes on booking_id = bookings.id join users on users.id = student_id
      where username like 'student-%' group by bookings.id`.execute(stack.db)
    expect(rows).toHaveLength(points.length)
    for (const { changes, state } of rows) {
      expect(changes[0]).toEqual({ from: null, to: 'held' })
      expect(changes.at(-1)!.to).toBe(state)
      expect(new Set(changes.map(({ to }) => to)).size).toBe(changes.length)
      for (const [n, { from, to }] of changes.entries()) {
        if (n === 0) continue
        expect(from).toBe(changes[n - 1]!.to)
        const allowed = bookingChanges.some(
          change => change.to === to && (change.from as readonly string[]).includes(from!),
        )
        expect(allowed, `${from} → ${to}`).toBe(true)
      }
    }
  })

  test('leaves no time reserved except by live bookings, and lets people book the others', async () => {
    const { rows: reserved } = await sql<{ state: string; people: number }>`
      select state, count(reserved_times.person_id) as people
      from bookings left join reserved_times on booking_id = bookings.id group by bookings.id`.execute(
      stack.db,
    )
    for (const { state, people: holders } of reserved) {
      expect(holders).toBe((liveStates as readonly string[]).includes(state) ? 2 : 0)
    }
    const ended = points.filter(({ end }) => !(liveStates as readonly string[]).includes(end))
    await Promise.all(
      ended.map(async ({ name }, n) => {
        const { postId, slot } = stories.get(name)!
        await hold(await stack.signIn(`next-${n}`), postId, slot)
      }),
    )
  })

  test('notifies everyone of everything once', async () => {
    const { rows: alerts } = await sql<{ id: string; kind: string; times: number }>`
      select min(id::text) as id, kind, count(*) as times from alerts
      group by kind, user_id, facts->>'booking_id'`.execute(stack.db)
    expect(alerts.filter(({ times }) => times > 1)).toEqual([])
    const told = (kind: string) => alerts.filter(alert => alert.kind === `booking_${kind}`).length
    const ending = (...ends: string[]) => points.filter(({ end }) => ends.includes(end)).length
    expect(told('requested')).toBe(ending('requested', 'approved', 'declined'))
    expect(told('approved')).toBe(ending('approved'))
    expect(told('declined')).toBe(ending('declined'))
    expect(told('paid_late')).toBe(0)
    // The student sees their own payment as an alert, without a mail.
    const mailed = alerts.filter(({ kind }) => kind !== 'booking_paid').map(({ id }) => `alert-${id}`)
    expect([...new Set(await stack.messageIds())].toSorted()).toEqual(mailed.toSorted())
  })

  test('leaves no event unsent and none unapplied', async () => {
    const { delivery, event } = await provider(stack)
    expect(delivery.filter(({ state }) => state !== 'delivered')).toEqual([])
    const { rows } = await sql<{ id: string; applied: boolean }>`
      select id, applied_at is not null as applied from stripe_events`.execute(stack.db)
    expect(rows.filter(({ applied }) => !applied)).toEqual([])
    expect(rows.map(({ id }) => id).toSorted()).toEqual(event.map(({ id }) => id).toSorted())
  })
})
