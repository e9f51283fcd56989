import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#shared/api/payments.ts'
import {
  controlPayments,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import {
  clockDone,
  closeDispute,
  dispute,
  ledgerOf,
  providerState,
  refundAtProvider,
  stopTheClock,
} from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { figure } from '../../../test/harness/figures.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'

/** The provider signs with one secret; the other is being phased out. */
const [secret, oldSecret] = ['whsec_for_tests', 'whsec_of_last_year']
const day = 86_400

let stack: Stack
/** Many students, since one can hold only a few times at once. */
let students: Person[]
let turn = 0
let postId: string
let slots: Slot[]

beforeAll(async () => {
  stack = await startStack({ STRIPE_WEBHOOK_SECRET: `${oldSecret},${secret}` })
  const tutor = await stack.signIn('tara.tutor')
  postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
  await comeIn()
  await stopTheClock(stack)
  // The tests themselves deliver every event.
  await controlPayments(stack, 'webhooks', { mode: 'drop' })
})

afterAll(() => stack?.close())

async function comeIn(): Promise<void> {
  const length = figure(60, 12)
  students = await Promise.all(Array.from({ length }, (_, n) => stack.signIn(`student-${n}`)))
  slots = await weekOfTiles(students[0]!, postId)
}

type Fields = { id: string; type: string; data: { object: { id: string } } } & Record<string, unknown>

/** An event as the provider creates it, about one of its objects. */
function eventOf(type: string, objectId: string, more: Partial<Fields> = {}): Fields {
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now(),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: { id: objectId } },
    ...more,
  }
}

const now = () => Math.floor(stack.clock.now().epochMilliseconds / 1000)

function sign(body: string, key: string, at = now()): string {
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
}

/** Delivers a body, signed like the provider's unless the test passes a signature. Returns the status. */
async function deliver(body: string, signature: string | null = sign(body, secret)): Promise<number> {
  const answer = await fetch(`${stack.url}${payments.webhook.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body,
  })
  await answer.body?.cancel()
  return answer.status
}

const deliverEvent = (event: Fields) => deliver(JSON.stringify(event))

async function paidBooking(): Promise<{ id: string; sessionId: string; student: Person }> {
  const student = students[turn++ % students.length]!
  const { id, url } = await hold(student, postId, slots.shift()!)
  await pay(url)
  const { checkout_id } = await stack.db
    .selectFrom('payments')
    .select('checkout_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, sessionId: checkout_id!, student }
}

const total = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(stack.db)).rows[0]!.n

/** Everything that an event can write. */
function written(): Promise<number> {
  return total(sql<{ n: number }>`
    select (select count(*) from stripe_events) + (select count(*) from ledger_transactions) + (select count(*) from alerts)
      + (select count(*) from refunds) + (select count(*) from disputes) + (select count(*) from booking_changes)
      + (select count(*) from pgboss.job where name = 'stripe-event') as n`)
}

function told(bookingId: string, kind: string): Promise<number> {
  return total(sql<{ n: number }>`
    select count(*) as n from alerts where kind = ${kind} and facts->>'booking_id' = ${bookingId}`)
}

const history = [
  'checkout.session.completed',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]

/** Every order of some items. Each six in a row begin with the same two of five. */
function orders<T>(things: T[]): T[][] {
  if (things.length < 2) return [things]
  return things.flatMap((thing, n) => orders(things.toSpliced(n, 1)).map(rest => [thing, ...rest]))
}

describe('events', () => {
  const won = [
    'paid: held 2000, provider -2000',
    'disputed: disputes -2000, provider 2000',
    'dispute_won: disputes 2000, provider -2000',
  ]

  /** Pays, then disputes the payment and wins, and delivers the events in an order. */
  async function tellIn(order: string[]): Promise<string> {
    const { id, sessionId } = await paidBooking()
    const disputeId = await dispute(stack, id)
    const late = order.indexOf('charge.dispute.closed')
    // An event before the end doesn't know of it yet; a lookup afterwards does.
    for (const [n, type] of order.entries()) {
      if (n === late) await closeDispute(stack, disputeId, 'won')
      await deliverEvent(eventOf(type, type.startsWith('checkout') ? sessionId : disputeId))
    }
    return id
  }

  test('of a payment, a dispute and its end have the same result in any order', async () => {
    const all = orders(history)
    // In npm test any two of them come first, and the other three follow in some order.
    const some = all.filter((_, n) => n % 6 === Math.floor(n / 6) % 6)
    const stories: string[] = []
    for (const order of figure(all, some)) {
      if (stories.length % 30 === 0) await moneyDone(stack)
      stories.push(await tellIn(order))
    }
    await moneyDone(stack)
    for (const id of stories) {
      expect(await ledgerOf(stack, id)).toEqual(won)
      for (const kind of ['booking_requested', 'booking_disputed', 'booking_dispute_won']) {
        expect([kind, await told(id, kind)]).toEqual([kind, 1])
      }
    }
    expect(await checkLedger(stack.db)).toEqual([])
  }, 240_000)

  test('of every kind, again and again and many at once, count once', async () => {
    const { id, sessionId, student } = await paidBooking()
    await deliverEvent(eventOf('checkout.session.completed', sessionId))
    await moneyDone(stack)
    await refundAtProvider(stack, id, 500)
    const disputeId = await dispute(stack, id)
    await closeDispute(stack, disputeId, 'lost')
    const { refund, charge } = await providerState(stack)
    const refundId = refund.at(-1)!.id
    const chargeId = charge.at(-1)!.id
    const subjects: [string, string][] = [
      ['checkout.session.completed', sessionId],
      ['checkout.session.async_payment_succeeded', sessionId],
      ['checkout.session.async_payment_failed', sessionId],
      ['checkout.session.expired', sessionId],
      ['charge.refunded', chargeId],
      ['refund.created', refundId],
      ['refund.updated', refundId],
      ['refund.failed', refundId],
      ['charge.dispute.created', disputeId],
      ['charge.dispute.updated', disputeId],
      ['charge.dispute.funds_withdrawn', disputeId],
      ['charge.dispute.funds_reinstated', disputeId],
      ['charge.dispute.closed', disputeId],
      ['charge.succeeded', chargeId],
      ['something.new', chargeId],
    ]
    for (const [type, subject] of subjects) {
      const event = eventOf(type, subject)
      for (let n = 0; n < figure(10, 2); n++) expect(await deliverEvent(event)).toBe(200)
      const atOnce = { length: figure(20, 5) }
      const answers = await Promise.all(Array.from(atOnce, () => deliverEvent(event)))
      expect(new Set(answers)).toEqual(new Set([200]))
      // And as separate events about the same object.
      await Promise.all(Array.from(atOnce, () => deliverEvent(eventOf(type, subject))))
    }
    await moneyDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      'paid: held 2000, provider -2000',
      'refund_owed: held -500, refunds 500',
      'refund_sent: provider 500, refunds -500',
      'disputed: disputes -1500, provider 1500',
      'dispute_lost: disputes 1500, held -1500',
    ])
    for (const [kind, times] of [
      ['booking_refunded', 2],
      ['booking_disputed', 1],
      // The student also hears of the meeting that is canceled with it.
      ['booking_dispute_lost', 2],
    ] as const) {
      expect([kind, await told(id, kind)]).toEqual([kind, times])
    }
    expect(await readBooking(student, id)).toMatchObject({
      status: 'cancelled',
      cancelled_by: null,
      refunded: '5.00',
    })
    expect(await checkLedger(stack.db)).toEqual([])
  }, 120_000)

  test('that come again three days later change nothing', async () => {
    await tellIn(history)
    await moneyDone(stack)
    const { rows } = await sql<{ payload: Fields }>`select payload from stripe_events`.execute(stack.db)
    // The people's data in them is deleted once they are applied.
    expect(JSON.stringify(rows)).not.toMatch(/@|card|name/)
    stack.clock.advance({ hours: 72 })
    await comeIn()
    await clockDone(stack)
    const before = await written()
    const half = rows.length / 2
    for (const { payload } of rows.slice(0, half)) await deliverEvent(payload)
    await Promise.all(rows.slice(half).map(({ payload }) => deliverEvent(payload)))
    await moneyDone(stack)
    expect(await written()).toBe(before)
  }, 120_000)

  test('in another API version, or signed with the outgoing secret, count', async () => {
    for (const [version, key] of [
      ['2019-02-19', secret],
      ['2026-10-28.endive', oldSecret],
    ] as const) {
      const { id, sessionId, student } = await paidBooking()
      const body = JSON.stringify(eventOf('checkout.session.completed', sessionId, { api_version: version }))
      expect(await deliver(body, sign(body, key))).toBe(200)
      await moneyDone(stack)
      expect((await readBooking(student, id)).status).toBe('requested')
    }
    const { sessionId } = await paidBooking()
    const body = JSON.stringify(eventOf('checkout.session.completed', sessionId))
    const both = `${sign(body, 'whsec_of_nobody')},${sign(body, secret).split(',')[1]}`
    expect(await deliver(body, both)).toBe(200)
  })

  test('in the other mode, from an unknown account, or about a missing object, are stored and not applied', async () => {
    const { id, sessionId } = await paidBooking()
    const [otherMode, otherAccount, otherOwner, noAccount, nothing] = [
      eventOf('checkout.session.completed', sessionId, { livemode: true }),
      eventOf('payout.paid', 'po_1', { account: 'acct_of_nobody' }),
      eventOf('checkout.session.completed', sessionId, { account: 'acct_of_nobody' }),
      eventOf('account.updated', 'acct_of_nobody'),
      eventOf('charge.dispute.created', 'du_of_nobody'),
    ]
    for (const event of [otherMode, otherAccount, otherOwner, noAccount, nothing]) await deliverEvent(event)
    await moneyDone(stack)
    const stored = async ({ id: eventId }: Fields) =>
      (
        await sql<{ ignored: string | null; applied: boolean }>`
          select ignored, applied_at is not null as applied from stripe_events where id = ${eventId}`.execute(
          stack.db,
        )
      ).rows[0]
    expect(await stored(otherMode)).toEqual({ ignored: 'mode', applied: false })
    for (const event of [otherAccount, otherOwner, noAccount]) {
      expect(await stored(event)).toEqual({ ignored: 'account', applied: false })
    }
    expect(await stored(nothing)).toEqual({ ignored: null, applied: true })
    expect(await ledgerOf(stack, id)).toEqual([])
    const { state } = await stack.db
      .selectFrom('bookings')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('held')
  })

  test('of another shape are refused, and those named like what every object has do nothing', async () => {
    await moneyDone(stack)
    const before = await written()
    const event = eventOf('checkout.session.completed', 'cs_of_nobody')
    const { data: _data, ...thin } = event
    const { id: _id, ...unnamed } = event
    for (const shape of [
      {},
      [],
      null,
      5,
      thin,
      unnamed,
      { ...event, id: `evt_${'0'.repeat(300)}` },
      { ...event, id: 'evt_\u0000' },
      { ...event, livemode: 'no' },
      { ...event, account: {} },
      { ...event, data: { object: null } },
      { ...event, data: { object: { id: 'c'.repeat(100_000) } } },
    ]) {
      expect(await deliver(JSON.stringify(shape)), JSON.stringify(shape).slice(0, 200)).toBe(400)
    }
    expect(await written()).toBe(before)
    const inherited = eventOf('__proto__', 'cs_of_nobody')
    expect(await deliverEvent(inherited)).toBe(200)
    await eventually('it is done', async () => {
      const { rows } = await sql`
        select from stripe_events where id = ${inherited.id} and applied_at is not null`.execute(stack.db)
      return rows.length === 1
    })
  })

  test('without the provider’s exact and recent signature write nothing', async () => {
    const { sessionId } = await paidBooking()
    await moneyDone(stack)
    const before = await written()
    for (let n = 0; n < figure(20, 2); n++) {
      const event = eventOf('checkout.session.completed', sessionId)
      const body = JSON.stringify(event)
      const good = sign(body, secret)
      const refused: [string, string | null][] = [
        [body, null],
        [body, ''],
        [body, 't=1,v1=00'],
        [body, sign(body, secret, now() - 301)],
        [body, sign(body, secret, now() - 3 * day)],
        [body, sign(body, 'whsec_of_nobody')],
        [body.replace('"livemode":false', '"livemode":true'), good],
        [body.replace(/.$/, ' '), good],
        [JSON.stringify(event, null, 2), good],
        [JSON.stringify({ ...event, type: 'charge.refunded' }), good],
      ]
      for (const [text, signature] of refused) expect(await deliver(text, signature)).toBe(400)
    }
    await moneyDone(stack)
    expect(await written()).toBe(before)
  }, 120_000)

  test('of five megabytes are refused before they have come', async () => {
    const huge = eventOf('checkout.session.completed', 'cs_1', { more: 'x'.repeat(5_000_000) })
    await moneyDone(stack)
    const before = await written()
    expect(await deliver(JSON.stringify(huge))).toBe(413)
    expect(await written()).toBe(before)
  })
})
