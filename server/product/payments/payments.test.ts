import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import {
  bookingOf,
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  pay,
  type Slot,
} from '../../../test/factories/bookings.ts'
import { reconcileDone } from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkProvider } from '../ledger/check-provider.ts'

/** Long enough for a busy machine to do something in the meantime, and short enough that the product waits for it. */
const slowlyMs = '5000'

let stack: Stack
let tutor: Person
let student: Person
let postId: string
let slots: Slot[]

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  postId = await makeTutor(stack, tutor)
  slots = (await Promise.all([3, 4, 5].map(day => freeTiles(student, postId, day)))).flat()
})

afterAll(() => stack?.close())

afterEach(async () => {
  await controlPayments(stack, 'faults/clear')
  await controlPayments(stack, 'webhooks', { mode: 'deliver', copies: '1' })
})

const nextSlot = () => slots.shift()!

async function stateOf(id: string) {
  const { rows } = await sql<{ booking: string; payment: string; refunded: number }>`
    select bookings.state as booking, payments.state as payment,
      (select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id) as refunded
    from bookings join payments on payments.booking_id = bookings.id where bookings.id = ${id}`.execute(
    stack.db,
  )
  return rows[0]!
}

async function providerState<T>(): Promise<T> {
  const answer = await fetch(`${stack.url}/local/payments/control/state`)
  return (await answer.json()) as T
}

async function settle() {
  await student.call(bookings.settle)
  await moneyDone(stack)
}

describe('the payment provider', () => {
  test('unreachable when a checkout is created loses nothing: the time stays held, and trying again works', async () => {
    const slot = nextSlot()
    await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/checkout/sessions', times: '9' })
    const failed = await student.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect([failed.status, failed.problem.code]).toEqual([503, 'upstream_unavailable'])
    expect(failed.problem.detail).toContain('Unable to get the checkout url')
    await controlPayments(stack, 'faults/clear')
    const { id, url } = await hold(student, postId, slot)
    await pay(url)
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'requested', payment: 'paid' })
  })

  test('that stores a failure for a day gets a new request at the next try', async () => {
    const slot = nextSlot()
    await controlPayments(stack, 'faults', {
      kind: 'error_stored',
      path: '/v1/checkout/sessions',
      times: '1',
    })
    const failed = await student.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect([failed.status, failed.problem.code]).toEqual([503, 'upstream_unavailable'])
    const { id, url } = await hold(student, postId, slot)
    await pay(url)
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'requested', payment: 'paid' })
  })

  test('whose answer is lost made only one Checkout', async () => {
    const slot = nextSlot()
    await controlPayments(stack, 'faults', { kind: 'reset_after', path: '/v1/checkout/sessions', times: '1' })
    const lost = await student.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect(lost.status).toBe(503)
    const { id } = await hold(student, postId, slot)
    const state = (await (await fetch(`${stack.url}/local/payments/control/state`)).json()) as {
      checkout: { session: { metadata: { booking_id: string } } }[]
    }
    expect(state.checkout.filter(({ session }) => session.metadata.booking_id === id)).toHaveLength(1)
  })

  test('whose answer is lost before the student’s address changes makes another Checkout', async () => {
    const fay = await stack.signIn('fay.forwards')
    const slot = nextSlot()
    await controlPayments(stack, 'faults', { kind: 'reset_after', path: '/v1/checkout/sessions', times: '1' })
    const book = () => fay.call(payments.bookSlot, { body: bookingOf(postId, slot) })
    expect((await book()).status).toBe(503)
    await sql`update users set email = 'fay@example.edu' where username = 'fay.forwards'`.execute(stack.db)
    // Longer than a server remembers a login.
    stack.clock.advance({ seconds: 1 })
    expect((await book()).status).toBe(503)
    const { id, url } = await hold(fay, postId, slot)
    await pay(url)
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'requested', payment: 'paid' })
  })

  test('that never reports a payment is asked when the student returns', async () => {
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    const { body } = await student.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking.status).toBe('requested')
  })

  test('that never reports, for a student who never returns, is asked before the hold ends', async () => {
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    stack.clock.advance({ minutes: 31 })
    await settle()
    expect(await stateOf(id)).toMatchObject({ booking: 'requested', payment: 'paid' })
  })

  test('that reports many times and in any order has its effect once', async () => {
    await controlPayments(stack, 'webhooks', { mode: 'hold', copies: '4' })
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    await controlPayments(stack, 'webhooks/release', { order: 'shuffled' })
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'requested', payment: 'paid', refunded: 0 })
    const { rows } = await sql`
      select from alerts where kind = 'booking_requested' and facts->>'booking_id' = ${id}`.execute(stack.db)
    expect(rows).toHaveLength(1)
  })

  test('that reports a payment after the time was given up has it refunded in full, and the student is told', async () => {
    await controlPayments(stack, 'webhooks', { mode: 'hold' })
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    await sql`update bookings set state = 'expired' where id = ${id}`.execute(stack.db)
    await controlPayments(stack, 'webhooks/release')
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'expired', payment: 'paid', refunded: 2000 })
    const answer = await fetch(`${stack.url}/local/mail/messages?to=stan.student@example.edu`)
    const { messages } = (await answer.json()) as { messages: { subject: string }[] }
    expect(messages.map(({ subject }) => subject)).toContain('Your payment came too late')
  })

  test('that is unreachable for a refund is asked again until it succeeds, once', async () => {
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    await moneyDone(stack)
    await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/refunds', times: '2' })
    await controlPayments(stack, 'faults', {
      kind: 'reset_after',
      path: '/v1/refunds',
      times: '1',
      skip: '2',
    })
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    const { body } = await student.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking).toMatchObject({ status: 'declined', refunded: '20.00', refund_done: true })
    const state = (await (await fetch(`${stack.url}/local/payments/control/state`)).json()) as {
      refund: { metadata: { booking_id: string }; amount: number }[]
    }
    const given = state.refund.filter(({ metadata }) => metadata.booking_id === id)
    expect(given.map(({ amount }) => amount)).toEqual([2000])
  })
})

describe('work that its job has given up on', () => {
  test('is a refund that is still made, once', async () => {
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    await moneyDone(stack)
    await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/refunds', times: '99' })
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await eventually('the job is given up', async () => {
      const { rows } = await sql`
        update pgboss.job set state = 'failed' where name = 'refund' and state = 'retry' returning id`.execute(
        stack.db,
      )
      return rows.length === 1
    })
    await controlPayments(stack, 'faults/clear')
    await reconcileDone(stack)
    await reconcileDone(stack)
    const { body } = await student.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking).toMatchObject({ status: 'declined', refunded: '20.00', refund_done: true })
    const { refund } = await providerState<{ refund: { metadata: { booking_id: string } }[] }>()
    expect(refund.filter(({ metadata }) => metadata.booking_id === id)).toHaveLength(1)
  })

  test('is a refund that isn’t repeated once the provider has forgotten its key', async () => {
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    await sql`
      update refunds set state = 'pending', refund_id = null, done_at = null from payments
      where payments.id = payment_id and booking_id = ${id}`.execute(stack.db)
    stack.clock.advance({ hours: 30 })
    await reconcileDone(stack)
    const { body } = await student.call(bookings.get, { params: { id }, query: {} })
    expect(body.booking).toMatchObject({ refunded: '20.00', refund_done: true })
    const { refund } = await providerState<{ refund: { metadata: { booking_id: string } }[] }>()
    expect(refund.filter(({ metadata }) => metadata.booking_id === id)).toHaveLength(1)
  })

  test('is an event that is still applied', async () => {
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    const { id, url } = await hold(student, postId, nextSlot())
    await pay(url)
    // Only the event can report it anymore.
    await sql`update bookings set state = 'expired' where id = ${id}`.execute(stack.db)
    await sql`update payments set state = 'ended' where booking_id = ${id}`.execute(stack.db)
    const { event } = await providerState<{ event: { id: string; type: string }[] }>()
    const told = event.findLast(({ type }) => type === 'checkout.session.completed')!
    await sql`insert into stripe_events (id, type, payload, received_at)
      values (${told.id}, ${told.type}, ${JSON.stringify(told)}, ${stack.clock.now()})`.execute(stack.db)
    await reconcileDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'expired', payment: 'paid', refunded: 2000 })
    // The student's data in it is deleted once it is applied.
    expect(JSON.stringify(told)).toContain('@example.edu')
    const { rows } = await sql<{ payload: unknown }>`
      select payload from stripe_events where id = ${told.id} and applied_at is not null`.execute(stack.db)
    expect(JSON.stringify(rows)).toContain(told.type)
    expect(JSON.stringify(rows)).not.toContain('@')
  })
})

test('a Checkout takes only cards, whose payments never take longer than a hold, and only dollars', async () => {
  const { id } = await hold(student, postId, nextSlot())
  const { checkout } = await providerState<{
    checkout: {
      session: {
        payment_method_types: string[]
        adaptive_pricing: { enabled: boolean }
        metadata: { booking_id: string }
      }
    }[]
  }>()
  const made = checkout.filter(({ session }) => session.metadata.booking_id === id)
  expect(made.map(({ session }) => session)).toMatchObject([
    { payment_method_types: ['card'], adaptive_pricing: { enabled: false } },
  ])
  await student.call(bookings.cancel, { body: { bookingId: id } })
})

test('a Checkout sends its receipt only to an address that somebody confirmed', async () => {
  const una = await stack.signIn('una.unconfirmed')
  const receipt = 'The receipt goes to una.unconfirmed@example.edu'
  const page = async () => (await fetch((await hold(una, postId, nextSlot())).url)).text()
  expect(await page()).toContain(receipt)
  await sql`update users set email_verified = false where username = 'una.unconfirmed'`.execute(stack.db)
  // Longer than a server remembers a login.
  stack.clock.advance({ seconds: 1 })
  expect(await page()).not.toContain(receipt)
})

test('a hold that ends while its Checkout is being created takes no money', async () => {
  const slot = nextSlot()
  await controlPayments(stack, 'faults', {
    kind: 'slow',
    method: 'POST',
    path: '/v1/checkout/sessions',
    delay_ms: slowlyMs,
  })
  const booking = student.call(payments.bookSlot, { body: bookingOf(postId, slot) })
  await eventually('the Checkout is being made', async () => {
    const { fault } = await providerState<{ fault: unknown[] }>()
    return fault.length === 0
  })
  await sql`update bookings set state = 'expired' where starts_at = ${slot.start}`.execute(stack.db)
  const { rows } = await sql<{ id: string }>`
    update payments set state = 'ended' from bookings
    where bookings.id = booking_id and starts_at = ${slot.start} returning bookings.id`.execute(stack.db)
  const { status, problem } = await booking
  expect([status, problem.code]).toEqual([409, 'conflict'])
  const { checkout } = await providerState<{
    checkout: { session: { status: string; metadata: { booking_id: string } } }[]
  }>()
  const made = checkout.filter(({ session }) => session.metadata.booking_id === rows[0]!.id)
  expect(made.map(({ session }) => session.status)).toEqual(['expired'])
})

describe('a second Checkout of one booking', () => {
  /** What the next try finds if the answer to an earlier one is on its way: nothing stored, and another key. */
  const forget = ({ start }: Slot) =>
    sql`update payments set checkout_attempt = checkout_attempt + 1, checkout_url = null from bookings
      where bookings.id = booking_id and starts_at = ${start}`.execute(stack.db)

  test('that is made later than the first can’t be paid, and leads to the first', async () => {
    const slot = nextSlot()
    const slow = { kind: 'slow', method: 'POST', path: '/v1/checkout/sessions', delay_ms: slowlyMs }
    await controlPayments(stack, 'faults', slow)
    const late = hold(student, postId, slot)
    await eventually('the Checkout is being made', async () => {
      return (await providerState<{ fault: unknown[] }>()).fault.length === 0
    })
    await forget(slot)
    const { id, url } = await hold(student, postId, slot)
    expect(await late).toEqual({ id, url })
    const { checkout } = await providerState<{
      checkout: { session: { url: string | null; status: string; metadata: { booking_id: string } } }[]
    }>()
    const made = checkout.filter(({ session }) => session.metadata.booking_id === id)
    expect(made.map(({ session }) => [session.status, session.url]).toSorted()).toEqual([
      ['expired', null],
      ['open', url],
    ])
    await moneyDone(stack)
    expect(await stateOf(id)).toMatchObject({ booking: 'held', payment: 'open' })
  })

  test('that is paid like the first is refunded in full, once', async () => {
    const slot = nextSlot()
    const first = await hold(student, postId, slot)
    await forget(slot)
    const second = await hold(student, postId, slot)
    expect(second.url).not.toBe(first.url)
    await pay(first.url)
    await pay(second.url)
    await moneyDone(stack)
    await reconcileDone(stack)
    type Charge = { amount: number; amount_refunded: number; metadata: { booking_id: string } }
    const { charge } = await providerState<{ charge: Charge[] }>()
    const taken = charge.filter(({ metadata }) => metadata.booking_id === first.id)
    expect(taken.map(({ amount, amount_refunded: back }) => [amount, back]).toSorted()).toEqual([
      [2000, 0],
      [2000, 2000],
    ])
    expect(await stateOf(first.id)).toEqual({ booking: 'requested', payment: 'paid', refunded: 0 })
    const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
    const about = (await checkProvider(stack.db, stripe)).filter(({ kind }) => /charge|refund/.test(kind))
    expect(about).toEqual([])
  })
})
