import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { profiles } from '#shared/api/profiles.ts'
import type { Session } from '#shared/api/sessions.ts'
import { decimalToCents } from '#shared/domain/money.ts'
import { feeOf } from '#shared/domain/platform-fee.ts'
import { priceOf } from '#shared/domain/price.ts'
import {
  bookingOf,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import { enrolIn } from '../../../test/factories/enrolments.ts'
import { ledgerOf } from '../../../test/factories/money.ts'
import { makeSession } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { figure } from '../../../test/harness/figures.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let postId: string
let otherPostId: string
let session: Session
let otherSession: Session
let slots: Slot[]

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '7.25' })
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC', rate: '37.77' })
  const other = await stack.signIn('theo.tutor')
  otherPostId = await makeTutor(stack, other, { ranges: ['00:00 - 00:00'], zone: 'UTC', rate: '1.00' })
  session = await makeSession(stack, tutor, { rate: '19.99', start_time: '10:00', end_time: '11:30' })
  otherSession = await makeSession(stack, other, { rate: '1.00', start_time: '10:00', end_time: '11:30' })
  for (const one of [session, otherSession]) await enrolIn(one, student)
  // Further ahead than the deadline for a full refund.
  slots = (await weekOfTiles(student, postId)).slice(40)
})

afterAll(() => stack?.close())

const nextSlot = () => slots.shift()!

/** Nobody may hold more than six unpaid hours with a tutor in a day, so this uses another day. */
async function letHoldsPass(): Promise<void> {
  await sql`update bookings set created_at = created_at - interval '25 hours' where state = 'cancelled'`.execute(
    stack.db,
  )
}

const post = ({ path }: { path: string }, body: object): Promise<Response> =>
  student.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Books with whatever the test puts into the call. */
const book = (slot: Slot, more: object = {}) =>
  post(payments.bookSlot, { ...bookingOf(postId, slot), ...more })

const bookPlace = (session: Session, more: object) =>
  post(payments.bookSession, {
    session_id: session.id,
    occurrence_id: session.upcoming[0]!.id,
    terms: true,
    ...more,
  })

type Booked = { booking_id: string; url: string }

async function checkoutOf(id: string) {
  const { checkout_id } = await stack.db
    .selectFrom('payments')
    .select('checkout_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  const read = async <T>(path: string) => {
    const headers = { authorization: 'Bearer sk_test_only_for_the_local_payments' }
    return (await (await fetch(`${stack.url}/v1/checkout/sessions/${path}`, { headers })).json()) as T
  }
  const { amount_total: total } = await read<{ amount_total: number }>(checkout_id!)
  const items = await read<{ data: { description: string; amount_total: number }[] }>(
    `${checkout_id}/line_items`,
  )
  return { total, items: items.data.map(item => [item.description, item.amount_total]) }
}

const release = (id: string) => student.call(bookings.cancel, { body: { bookingId: id, remarks: '' } })

describe('the platform’s fee', () => {
  test('is shown beside the price from the quote to the ledger, and each side sees its own sum', async () => {
    const slot = nextSlot()
    const { body: quote } = await student.call(payments.quote, { query: { post_id: postId, ...slot } })
    // Half of $37.77 is $18.885; 7.25 % of $18.89 is $1.369….
    expect(quote).toMatchObject({ amount: '18.89', fee: '1.37', total: '20.26' })
    const booked = (await (await book(slot, { total: '20.26' })).json()) as Booked
    const { total, items } = await checkoutOf(booked.booking_id)
    expect(total).toBe(2026)
    expect(items).toEqual([
      [expect.stringMatching(/^Tutoring: /), 1889],
      ['Platform fee', 137],
    ])
    await pay(booked.url)
    await moneyDone(stack)
    const id = booked.booking_id
    expect(await ledgerOf(stack, id)).toEqual(['paid: held 2026, provider -2026'])
    const shown = { amount: '18.89', fee: '1.37', total: '20.26' }
    expect(await readBooking(student, id)).toMatchObject({ ...shown, cancel_refund: '20.26' })
    expect(await readBooking(tutor, id)).toMatchObject({ ...shown, cancel_refund: '18.89' })
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    expect((await readBooking(student, id)).refunded).toBe('20.26')
    expect((await readBooking(tutor, id)).refunded).toBe('18.89')
    const mails = await fetch(`${stack.url}/local/mail/messages?to=stan.student@example.edu`)
    expect(await mails.text()).toContain('refunding $20.26')
  })
})

// Security M-2, for slots and for places.
describe('the price', () => {
  beforeEach(letHoldsPass)

  const tampered: [string, object][] = [
    ...[
      'amount',
      'rate',
      'hourly_rate',
      'price',
      'fee',
      'fee_cents',
      'amount_cents',
      'unit_amount',
      'rate_cents',
    ].flatMap(name =>
      ['0.01', '-1.00', 0, 1, '1e309', null].map((value): [string, object] => [
        `${name}: ${value}`,
        { [name]: value },
      ]),
    ),
    ['a negative total', { total: '-20.26' }],
    ['a total of nothing', { total: '0' }],
    ['a total without end', { total: '1e309' }],
    ['a total that is a number', { total: 20.26 }],
    ['the price as the total', { total: '18.89' }],
    ['another currency', { currency: 'jpy' }],
    ['a quantity', { quantity: 0 }],
    ['line items', { line_items: [{ price_data: { unit_amount: 1 } }] }],
  ]

  /** A resulting booking, if any, costs that. */
  async function expectPrice(answer: Response, price: number): Promise<void> {
    if (answer.status !== 200) {
      expect([409, 422]).toContain(answer.status)
      await answer.body?.cancel()
      return
    }
    const { booking_id: id } = (await answer.json()) as Booked
    const { rows } = await sql`select amount_cents, fee_cents from bookings where id = ${id}`.execute(
      stack.db,
    )
    expect(rows).toEqual([{ amount_cents: price, fee_cents: feeOf(price, 725) }])
    expect((await checkoutOf(id)).total).toBe(price + feeOf(price, 725))
    await release(id)
  }

  test.each(tampered)('of a time doesn’t depend on the caller: %s', async (_, more) => {
    await expectPrice(await book(slots[0]!, more), priceOf(3777, 30))
  })

  test('of a time is that of the post it is booked on', async () => {
    await expectPrice(await book(slots[0]!, { post_id: otherPostId }), priceOf(100, 30))
  })

  test.each(tampered)('of a place doesn’t depend on the caller: %s', async (_, more) => {
    await expectPrice(await bookPlace(session, more), priceOf(1999, 90))
  })

  test('of a place can’t come from a cheaper session', async () => {
    expect((await bookPlace(session, { session_id: otherSession.id })).status).toBe(404)
    expect((await bookPlace(session, { occurrence_id: otherSession.upcoming[0]!.id })).status).toBe(404)
  })

  test('that changes between viewing and booking is shown before anything is paid, and never a surprise', async () => {
    const changing = await stack.signIn('tina.tutor')
    const post_id = await makeTutor(stack, changing, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
    const slot = nextSlot()
    for (let n = 0; n < figure(100, 10); n++) {
      if (n % 10 === 9) await letHoldsPass()
      const { body: quote } = await student.call(payments.quote, { query: { post_id, ...slot } })
      const rate = `${20 + (n % 7)}.${String(n % 100).padStart(2, '0')}`
      const save = () => changing.call(profiles.save, { body: { hourly_rate: rate } })
      // Before the booking, or at the same time.
      if (n % 2 === 0) await save()
      const [answer] = await Promise.all([
        book(slot, { post_id, total: quote.total }),
        n % 2 === 0 ? null : save(),
      ])
      if (answer.status === 200) {
        const { booking_id: id } = (await answer.json()) as Booked
        expect((await checkoutOf(id)).total).toBe(decimalToCents(quote.total))
        await release(id)
      } else {
        expect(answer.status).toBe(409)
        const { detail } = (await answer.json()) as { detail: string }
        const price = priceOf(decimalToCents(rate)!, 30)
        const total = price + feeOf(price, 725)
        expect(detail).toBe(`The price is now $${(total / 100).toFixed(2)}. Check the summary again.`)
      }
    }
  }, 120_000)
})
