import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { account } from '#shared/api/account.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import {
  accept,
  controlPayments,
  hold,
  moneyDone,
  pay,
  readBooking,
  type Slot,
  weekOfTiles,
} from '../../../test/factories/bookings.ts'
import { fetchArchive } from '../../../test/factories/exports.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import {
  clockDone,
  closeDispute,
  dispute,
  ledgerOf,
  reconcileDone,
  refundAtProvider,
  stopTheClock,
} from '../../../test/factories/money.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'
import { checkProvider } from '../ledger/check-provider.ts'

let stack: Stack
let stripe: Stripe
let tutor: Person
let students: Person[]
let postId: string
let slots: Slot[]
let turn = 0

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10', LOG_LEVEL: 'fatal' })
  await stopTheClock(stack)
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  tutor = await stack.signIn('tara.tutor')
  students = await Promise.all(Array.from({ length: 30 }, (_, n) => stack.signIn(`student-${n}`)))
  postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC' })
  slots = (await weekOfTiles(students[0]!, postId)).slice(40)
})

afterAll(() => stack?.close())

beforeEach(() => controlPayments(stack, 'webhooks', { mode: 'deliver' }))

/** Half an hour at $40.00 an hour, with its fee: $22.00. */
async function book(card?: string): Promise<{ id: string; student: Person }> {
  const student = students[turn++ % students.length]!
  const { id, url } = await hold(student, postId, slots.shift()!)
  await pay(url, card)
  return { id, student }
}

const deaf = () => controlPayments(stack, 'webhooks', { mode: 'drop' })

async function told(bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select kind || case when (facts->>'teaching')::boolean then ' tutor' else ' student' end as line from alerts
    where facts->>'booking_id' = ${bookingId} order by line`.execute(stack.db)
  return rows.map(({ line }) => line.replace('booking_', ''))
}

const paid = 'paid: held 2200, provider -2200'

describe('without any webhook', () => {
  test('payments, refunds and disputes are all found within two looks', async () => {
    await deaf()
    const stories: Awaited<ReturnType<typeof book>>[] = []
    // Not all at once: they take turns at the one tutor, and on a busy machine the last ones would be refused.
    for (let round = 0; round < 10; round++) {
      stories.push(...(await Promise.all(Array.from({ length: 6 }, () => book()))))
    }
    const [refunded, disputed, lost, won] = [0, 15, 30, 45].map(n => stories.slice(n, n + 15))
    for (const { id } of refunded!) await refundAtProvider(stack, id, 1100)
    for (const { id } of disputed!) await dispute(stack, id)
    for (const { id } of lost!) await closeDispute(stack, await dispute(stack, id), 'lost')
    for (const { id } of won!) await closeDispute(stack, await dispute(stack, id), 'won')
    await reconcileDone(stack)
    await reconcileDone(stack)
    const of = (some: typeof stories) => Promise.all(some.map(({ id }) => ledgerOf(stack, id)))
    const taken = 'disputed: disputes -2200, provider 2200'
    const all = (postings: string[]) => Array.from({ length: 15 }, () => postings)
    expect(await of(refunded!)).toEqual(
      all([paid, 'refund_owed: held -1100, refunds 1100', 'refund_sent: provider 1100, refunds -1100']),
    )
    expect(await of(disputed!)).toEqual(all([paid, taken]))
    expect(await of(lost!)).toEqual(all([paid, taken, 'dispute_lost: disputes 2200, held -2200']))
    expect(await of(won!)).toEqual(all([paid, taken, 'dispute_won: disputes 2200, provider -2200']))
    const { rows } = await sql<{ state: string; n: number }>`
      select state, count(*) as n from bookings where id in (${sql.join(stories.map(({ id }) => id))})
      group by state order by state`.execute(stack.db)
    expect(rows).toEqual([
      { state: 'cancelled', n: 15 },
      { state: 'requested', n: 45 },
    ])
    expect(await checkLedger(stack.db)).toEqual([])
  }, 120_000)

  test('the provider’s charges are booked as it reports them', async () => {
    await deaf()
    const { id } = await book()
    await dispute(stack, id, { fee: 1500 })
    await reconcileDone(stack)
    await reconcileDone(stack)
    const { rows } = await sql<{ kind: string; cents: number }>`
      select accounts.kind, amount_cents as cents from ledger_transactions
        join ledger_entries on transaction_id = ledger_transactions.id join ledger_accounts accounts on accounts.id = account_id
      where ledger_transactions.kind = 'provider_fee' order by accounts.kind`.execute(stack.db)
    expect(rows).toEqual([
      { kind: 'provider', cents: 1500 },
      { kind: 'provider_costs', cents: -1500 },
    ])
  })
})

describe('a refund', () => {
  test('made directly at the provider is booked, and both people are told', async () => {
    const { id, student } = await book()
    await moneyDone(stack)
    await refundAtProvider(stack, id, 1100)
    await moneyDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      paid,
      'refund_owed: held -1100, refunds 1100',
      'refund_sent: provider 1100, refunds -1100',
    ])
    expect(await told(id)).toEqual(['paid student', 'refunded student', 'refunded tutor', 'requested tutor'])
    expect(await readBooking(student, id)).toMatchObject({
      total: '22.00',
      refunded: '11.00',
      cancel_refund: '11.00',
    })
    expect(await readBooking(tutor, id)).toMatchObject({
      amount: '20.00',
      refunded: '10.00',
      cancel_refund: '10.00',
    })
    // Declining afterwards refunds the rest, and no more.
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({ refunded: '22.00', refund_done: true })
  })

  test('made directly at the provider cancels a meeting still to come, unless a part of its payment is left', async () => {
    const mailOf = async (name: string, id: string) =>
      (await mailsTo(stack, name)).find(({ text }) => text.includes(id))!
    for (const agreed of [true, false]) {
      const { id, student } = await book()
      await moneyDone(stack)
      if (agreed) await accept(tutor, id)
      await refundAtProvider(stack, id, 1100)
      await moneyDone(stack)
      expect((await readBooking(student, id)).status).toBe(agreed ? 'approved' : 'requested')
      const part = await mailOf('tara.tutor', id)
      expect(part.text).toContain('We’re refunding $10.00 for this meeting')
      expect(part.text).toContain('You’ll earn $10.00 for it.')
      await refundAtProvider(stack, id, 1100)
      await moneyDone(stack)
      for (const person of [student, tutor]) {
        const booking = await readBooking(person, id)
        expect(booking).toMatchObject({ status: 'cancelled', cancelled_by: null })
        const mail = await mailOf(person === tutor ? 'tara.tutor' : booking.joinee_username, id)
        expect(mail.subject).toMatch(/^Your meeting with .* is canceled$/)
        expect(mail.text).toContain('so it won’t happen.')
        expect(mail.text).not.toContain('earn')
      }
      const half = ['refund_owed: held -1100, refunds 1100', 'refund_sent: provider 1100, refunds -1100']
      expect(await ledgerOf(stack, id)).toEqual([paid, ...half, ...half])
    }
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('that the bank sends back is still owed, and the student is told', async () => {
    const { id, student } = await book('4000000000005126')
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    await controlPayments(stack, 'refunds/settle')
    await moneyDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      paid,
      'refund_owed: held -2200, refunds 2200',
      'refund_sent: provider 2200, refunds -2200',
      'refund_failed: provider -2200, refunds 2200',
    ])
    const row = await stack.db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'payment_id')
      .select(['refunds.state', 'failure'])
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'failed', failure: 'expired_or_canceled_card' })
    expect(await told(id)).toEqual([
      'declined student',
      'paid student',
      'refund_failed student',
      'requested tutor',
    ])
    expect(await readBooking(student, id)).toMatchObject({
      refunded: '22.00',
      refund_done: false,
      money: { where: 'back', sent_back_on: null, refund_failed: '22.00' },
    })

    // Somebody makes it again at the provider, and the bank refuses it again.
    await refundAtProvider(stack, id, 2200)
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({ refunded: '22.00', refund_done: true })
    expect(await told(id)).toContain('refunded student')
    expect(await checkLedger(stack.db)).toEqual([])
    await controlPayments(stack, 'refunds/settle')
    await reconcileDone(stack)
    expect((await ledgerOf(stack, id)).slice(4)).toEqual([
      'refund_sent: provider 2200, refunds -2200',
      'refund_failed: provider -2200, refunds 2200',
    ])
    expect(await readBooking(student, id)).toMatchObject({ refunded: '22.00', refund_done: false })
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('of which the bank sends back a part says how much is still owed, and to the tutor nothing of it', async () => {
    const { id, student } = await book('4000000000005126')
    await moneyDone(stack)
    await refundAtProvider(stack, id, 1100)
    await moneyDone(stack)
    await controlPayments(stack, 'refunds/settle')
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    expect(await readBooking(student, id)).toMatchObject({
      refunded: '22.00',
      money: { refund_failed: '11.00' },
    })
    expect(await readBooking(tutor, id)).toMatchObject({ refunded: '20.00', money: { refund_failed: null } })
  })

  test('that takes the bank a while is sent once', async () => {
    const { id } = await book('4000000000007726')
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    await controlPayments(stack, 'refunds/settle')
    await moneyDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      paid,
      'refund_owed: held -2200, refunds 2200',
      'refund_sent: provider 2200, refunds -2200',
    ])
  })

  test('of a disputed payment waits, and continues when the dispute is won', async () => {
    const { id, student } = await book()
    await moneyDone(stack)
    const disputeId = await dispute(stack, id)
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await reconcileDone(stack)
    expect(await readBooking(student, id)).toMatchObject({
      status: 'declined',
      refunded: '22.00',
      refund_done: false,
    })
    await closeDispute(stack, disputeId, 'won')
    await moneyDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      paid,
      'disputed: disputes -2200, provider 2200',
      'refund_owed: held -2200, refunds 2200',
      'dispute_won: disputes 2200, provider -2200',
      'refund_sent: provider 2200, refunds -2200',
    ])
  })

  test('that the provider refuses for a dispute we haven’t heard of waits for its end', async () => {
    const { id } = await book()
    await moneyDone(stack)
    const refusal = { kind: 'refuse', method: 'POST', path: '/v1/refunds', code: 'refund_disputed_payment' }
    await controlPayments(stack, 'faults', refusal)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    expect(await told(id)).not.toContain('refund_failed student')
    const disputeId = await dispute(stack, id)
    await moneyDone(stack)
    await closeDispute(stack, disputeId, 'won')
    await moneyDone(stack)
    expect((await ledgerOf(stack, id)).at(-1)).toBe('refund_sent: provider 2200, refunds -2200')
  })

  test('that our balance doesn’t cover is sent once it does, and only the operators hear of that', async () => {
    for (const code of ['balance_insufficient', 'insufficient_funds']) {
      const { id, student } = await book()
      await moneyDone(stack)
      // The provider repeats a refusal for the same key, and a new one is refused, too.
      await controlPayments(stack, 'faults', {
        ...{ kind: 'refuse', method: 'POST', path: '/v1/refunds' },
        ...{ code, times: '2' },
      })
      await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
      await moneyDone(stack)
      await reconcileDone(stack)
      expect(await readBooking(student, id)).toMatchObject({
        refund_done: false,
        money: { refund_failed: null },
      })
      await reconcileDone(stack)
      expect(await readBooking(student, id)).toMatchObject({ refunded: '22.00', refund_done: true })
      expect(await told(id)).not.toContain('refund_failed student')
      expect(await ledgerOf(stack, id)).toEqual([
        paid,
        'refund_owed: held -2200, refunds 2200',
        'refund_sent: provider 2200, refunds -2200',
      ])
    }
    const mails = await mailsTo(stack, 'opal.operator')
    expect(mails.filter(({ subject }) => subject === 'A refund of $22.00 waits for money')).toHaveLength(2)
    expect(await checkLedger(stack.db)).toEqual([])
  })

  test('of a payment whose dispute is lost counts as the bank’s, and isn’t repeated', async () => {
    // The bank acts before the provider reports it: the refund is refused, and waits.
    await deaf()
    const { id, student } = await book()
    await readBooking(student, id)
    const disputeId = await dispute(stack, id)
    await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
    await moneyDone(stack)
    expect((await readBooking(student, id)).refund_done).toBe(false)
    await closeDispute(stack, disputeId, 'lost')
    await reconcileDone(stack)
    await reconcileDone(stack)
    expect(await ledgerOf(stack, id)).toEqual([
      paid,
      'refund_owed: held -2200, refunds 2200',
      'disputed: disputes -2200, provider 2200',
      'dispute_lost: disputes 2200, refunds -2200',
    ])
    expect(await readBooking(student, id)).toMatchObject({ status: 'declined', refunded: null })
    // The tutor has nothing to win or lose by it.
    expect(await told(id)).toEqual(['declined student', 'paid student', 'requested tutor'])
    await student.call(account.startExport)
    await stack.jobsDone()
    const exported = (await fetchArchive(student)).get('bookings.json')!.toString()
    expect(JSON.parse(exported)).toContainEqual(expect.objectContaining({ id, refunded_usd: null }))
  })
})

test('a lost dispute of a part of the payment counts toward a larger refund that is owed', async () => {
  const { id, student } = await book()
  await moneyDone(stack)
  const disputeId = await dispute(stack, id, { amount: 1500 })
  await moneyDone(stack)
  await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
  await moneyDone(stack)
  await closeDispute(stack, disputeId, 'lost')
  await reconcileDone(stack)
  await reconcileDone(stack)
  expect(await ledgerOf(stack, id)).toEqual([
    paid,
    'disputed: disputes -1500, provider 1500',
    'refund_owed: held -2200, refunds 2200',
    'dispute_lost: disputes 1500, refunds -1500',
  ])
  // The provider refunds nothing of a charge with a lost dispute: the rest waits for an operator.
  expect(await readBooking(student, id)).toMatchObject({
    refunded: '7.00',
    money: { where: 'back', refund_failed: '7.00' },
    dispute: { state: 'lost', amount: '15.00' },
  })
  expect(await checkLedger(stack.db)).toEqual([])
})

test('an answer that the bank rejects leaves the dispute open while it can be appealed, and the operators get one mail about it', async () => {
  const { id } = await book()
  await moneyDone(stack)
  await accept(tutor, id)
  const disputeId = await dispute(stack, id, { amount: 1234 })
  await moneyDone(stack)
  await stripe.disputes.update(disputeId, { evidence: { uncategorized_text: 'They met.' } })
  await moneyDone(stack)
  await controlPayments(stack, `disputes/${disputeId}/appeal`)
  await reconcileDone(stack)
  await reconcileDone(stack)
  expect(await readBooking(tutor, id)).toMatchObject({
    status: 'approved',
    dispute: { state: 'open', answer_by: expect.stringMatching(/Z$/) },
  })
  const mails = (await mailsTo(stack, 'opal.operator')).filter(({ subject }) => subject.includes('$12.34'))
  expect(mails.map(({ subject }) => subject)).toEqual([
    'A student’s bank rejected our response to a dispute of $12.34',
    'A student’s bank disputes $12.34',
  ])
  expect(mails[0]!.text).toMatch(/You can appeal at the payment provider by .* UTC\./)
  expect((await checkProvider(stack.db, stripe)).filter(({ subject }) => subject === disputeId)).toEqual([])
  await closeDispute(stack, disputeId, 'won')
  await moneyDone(stack)
  expect(await ledgerOf(stack, id)).toEqual([
    paid,
    'disputed: disputes -1234, provider 1234',
    'dispute_won: disputes 1234, provider -1234',
  ])
})

test('a lost dispute of all of a payment, of which a part had been refunded, takes that part back from nobody', async () => {
  const { id, student } = await book()
  await moneyDone(stack)
  await accept(tutor, id)
  await refundAtProvider(stack, id, 700)
  await moneyDone(stack)
  const balance = async () =>
    (await checkProvider(stack.db, stripe)).filter(({ kind }) => kind === 'provider_balance')
  const before = await balance()
  const disputeId = await dispute(stack, id, { amount: 2200 })
  await moneyDone(stack)
  await closeDispute(stack, disputeId, 'lost')
  await moneyDone(stack)
  expect((await ledgerOf(stack, id)).slice(3)).toEqual([
    'disputed: disputes -2200, provider 2200',
    'dispute_lost: disputes 2200, held -1500, provider_costs -700',
    'dispute_returned: provider -700, provider_costs 700',
  ])
  expect(await balance()).toEqual(before)
  const { receipt } = (await student.call(payments.receipt, { params: { id } })).body
  expect(receipt).toMatchObject({ net: '0.00', refunds: [{ amount: '7.00' }, { amount: '15.00' }] })
  expect(await checkLedger(stack.db)).toEqual([])
})

test('a lost dispute of a payment that had been refunded in full is no second refund on its receipt', async () => {
  const { id, student } = await book()
  await moneyDone(stack)
  await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
  await moneyDone(stack)
  const disputeId = await dispute(stack, id, { amount: 2200 })
  await moneyDone(stack)
  await closeDispute(stack, disputeId, 'lost')
  await moneyDone(stack)
  expect((await ledgerOf(stack, id)).at(-1)).toBe('dispute_returned: provider -2200, provider_costs 2200')
  const { receipt } = (await student.call(payments.receipt, { params: { id } })).body
  expect(receipt).toMatchObject({ net: '0.00', refunds: [{ amount: '22.00' }] })
})

test('refunds made at the provider that their bank returned count again toward what is owed, in any pieces', async () => {
  const { id, student } = await book('4000000000005126')
  await moneyDone(stack)
  await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
  await moneyDone(stack)
  for (const cents of [2200, 1100, 1600]) {
    if (cents < 2200) await refundAtProvider(stack, id, cents)
    await moneyDone(stack)
    await controlPayments(stack, 'refunds/settle')
    await moneyDone(stack)
    expect((await ledgerOf(stack, id)).slice(-2)).toEqual([
      `refund_sent: provider ${cents}, refunds -${cents}`,
      `refund_failed: provider -${cents}, refunds ${cents}`,
    ])
    expect(await readBooking(student, id)).toMatchObject({ money: { refund_failed: '22.00' } })
    expect(await checkLedger(stack.db)).toEqual([])
  }
})

describe('a payment after the hold', () => {
  test.each(['free', 'another’s'])(
    'is refunded in full if the time is %s, and the student is told',
    async whose => {
      await deaf()
      const slot = slots.shift()!
      const student = students[turn++ % students.length]!
      const { id, url } = await hold(student, postId, slot)
      // The hold ends without the provider: a Checkout that couldn't be ended in time still takes money.
      await sql`update bookings set state = 'expired' where id = ${id}`.execute(stack.db)
      await sql`update payments set state = 'ended' where booking_id = ${id}`.execute(stack.db)
      const taker = whose === 'free' ? null : await hold(students[turn++ % students.length]!, postId, slot)
      if (taker) await pay(taker.url)
      await pay(url)
      await reconcileDone(stack)
      await reconcileDone(stack)
      expect(await ledgerOf(stack, id)).toEqual([
        paid,
        'refund_owed: held -2200, refunds 2200',
        'refund_sent: provider 2200, refunds -2200',
      ])
      expect(await told(id)).toEqual(['paid_late student'])
      const { rows } = await sql`
      select from bookings where starts_at = ${slot.start} and state in ('held', 'requested', 'approved')`.execute(
        stack.db,
      )
      expect(rows).toHaveLength(taker ? 1 : 0)
    },
  )
})

test('a Checkout that the provider ended frees its time, and one that was never paid confirms nothing', async () => {
  const student = students[turn++ % students.length]!
  const [first, second] = await Promise.all(
    [slots.shift()!, slots.shift()!].map(slot => hold(student, postId, slot)),
  )
  const other = await book()
  await moneyDone(stack)
  const open = (query: string) => student.fetch(`/booking/${first!.id}?paid=1&session_id=${query}`)
  for (const query of ['', other.id, 'cs_test_anything']) await (await open(query)).body?.cancel()
  expect((await readBooking(student, first!.id)).status).toBe('held')
  const { checkout_id } = await stack.db
    .selectFrom('payments')
    .select('checkout_id')
    .where('booking_id', '=', second!.id)
    .executeTakeFirstOrThrow()
  const ended = await fetch(`${stack.url}/v1/checkout/sessions/${checkout_id}/expire`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_only_for_the_local_payments' },
  })
  expect(ended.status).toBe(200)
  await moneyDone(stack)
  expect((await readBooking(student, second!.id)).status).toBe('expired')
  await clockDone(stack)
  expect((await readBooking(student, first!.id)).status).toBe('held')
})

test('a bank’s inquiry is no dispute until the bank takes the money, and the operators get one mail about it', async () => {
  const { id } = await book()
  await moneyDone(stack)
  const found = async () =>
    (await checkProvider(stack.db, stripe)).filter(({ kind }) => kind === 'provider_dispute')
  const inquiry = await dispute(stack, id, { amount: 1000, inquiry: true })
  await moneyDone(stack)
  await reconcileDone(stack)
  expect(await ledgerOf(stack, id)).toEqual([paid])
  expect(await found()).toEqual([])
  const mails = async () =>
    (await mailsTo(stack, 'opal.operator')).filter(({ subject }) => subject.includes('$10.00'))
  expect(await mails()).toMatchObject([{ subject: 'A student’s bank asks about $10.00' }])
  expect((await mails())[0]!.text).toMatch(/Respond at the payment provider by .* UTC/)
  expect((await mails())[0]!.text).toContain(id)
  await controlPayments(stack, `disputes/${inquiry}/escalate`)
  await moneyDone(stack)
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'A student’s bank disputes $10.00',
    'A student’s bank asks about $10.00',
  ])
  expect(await ledgerOf(stack, id)).toEqual([paid, 'disputed: disputes -1000, provider 1000'])
  expect(await found()).toEqual([])
  const closed = await dispute(stack, (await book()).id, { inquiry: true })
  await controlPayments(stack, `disputes/${closed}/close`, { outcome: 'warning_closed' })
  await moneyDone(stack)
  expect(await found()).toEqual([])
})

test('a lost dispute of an accepted booking cancels it, and the ledger adds up afterwards', async () => {
  const { id, student } = await book('4000000000000259')
  await moneyDone(stack)
  await accept(tutor, id)
  expect(await told(id)).toEqual(['approved student', 'disputed tutor', 'paid student', 'requested tutor'])
  const { rows } = await sql<{ id: string }>`
    select disputes.id from disputes join payments on payments.id = payment_id where booking_id = ${id}`.execute(
    stack.db,
  )
  await closeDispute(stack, rows[0]!.id, 'lost')
  await moneyDone(stack)
  expect(await readBooking(student, id)).toMatchObject({
    status: 'cancelled',
    refunded: null,
    money: { where: 'back' },
    dispute: { state: 'lost' },
  })
  expect(await told(id)).toEqual([
    'approved student',
    'dispute_lost student',
    'dispute_lost tutor',
    'disputed tutor',
    'paid student',
    'requested tutor',
  ])
  expect(await checkLedger(stack.db)).toEqual([])
  const mails = (await mailsTo(stack, 'tara.tutor')).filter(({ text }) => text.includes(id))
  const lost = mails.find(({ subject }) => /^Your meeting with .* is canceled$/.test(subject))
  expect(lost?.text).toContain('so it won’t happen')
  const disputed = mails.find(({ subject }) => subject.endsWith('’s bank is disputing a payment'))
  expect(disputed?.text).toMatch(/If the bank decides for .* before it starts, it won’t happen/)
})

test('a lost dispute of a part of the payment leaves a meeting still to come, for what the bank left', async () => {
  const { id, student } = await book()
  await moneyDone(stack)
  await accept(tutor, id)
  const disputeId = await dispute(stack, id, { amount: 1100 })
  await moneyDone(stack)
  await closeDispute(stack, disputeId, 'lost')
  await moneyDone(stack)
  expect(await ledgerOf(stack, id)).toEqual([
    paid,
    'disputed: disputes -1100, provider 1100',
    'dispute_lost: disputes 1100, held -1100',
  ])
  expect(await readBooking(student, id)).toMatchObject({ status: 'approved', cancel_refund: '11.00' })
  const [lost, disputed] = (await mailsTo(stack, 'tara.tutor')).filter(({ text }) => text.includes(id))
  expect(disputed!.text).toContain('took back a part of the payment')
  expect(disputed!.text).toContain('you’ll earn less for it')
  expect(lost!.subject).toBe('You lost a payment dispute')
  expect(lost!.text).toContain('returned a part of the payment for this meeting to them. You’ll earn $10.00')
  expect(await told(id)).not.toContain('dispute_lost student')

  // The provider refunds nothing of a charge with a lost dispute: the rest waits for an operator.
  await tutor.call(bookings.cancel, { body: { bookingId: id, remarks: '' } })
  await moneyDone(stack)
  expect(await readBooking(student, id)).toMatchObject({
    status: 'cancelled',
    refunded: '11.00',
    money: { refund_failed: '11.00' },
    dispute: { state: 'lost', amount: '11.00' },
  })
  expect(await checkLedger(stack.db)).toEqual([])
})

test('each refund made at the provider is told with its own amount', async () => {
  const { id } = await book()
  await moneyDone(stack)
  for (const cents of [550, 330]) {
    await refundAtProvider(stack, id, cents)
    await moneyDone(stack)
  }
  const { rows } = await sql<{ refund: string; teaching: boolean }>`
    select facts->>'refund' as refund, (facts->>'teaching')::boolean as teaching from alerts
    where kind = 'booking_refunded' and facts->>'booking_id' = ${id} order by id`.execute(stack.db)
  expect(rows.filter(({ teaching }) => !teaching).map(({ refund }) => refund)).toEqual(['$5.50', '$3.30'])
  expect(rows.filter(({ teaching }) => teaching).map(({ refund }) => refund)).toEqual(['$5.00', '$3.00'])
})
