import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import { payments } from '#shared/api/payments.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import {
  controlPayments,
  freeTiles,
  hold,
  moneyDone,
  pay,
  readBooking,
  request,
  type Slot,
} from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import {
  closeDispute,
  dispute,
  failRefundOf,
  ledgerOf,
  providerState,
  reconcileDone,
  refundAtProvider,
  stopTheClock,
} from '../../../test/factories/money.ts'
import { inWords } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney } from '../ledger/jobs.ts'

let stack: Stack
let tutor: Person
let student: Person
let operator: Person
let colleague: Person
let postId: string
let slots: Slot[]

beforeAll(async () => {
  const operators = 'opal.operator@example.edu, omar.operator@example.edu'
  stack = await startStack({ LOG_LEVEL: 'silent', OPERATOR_EMAILS: operators })
  await stopTheClock(stack)
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  operator = await stack.signIn('opal.operator')
  colleague = await stack.signIn('omar.operator')
  postId = await makeTutor(stack, tutor)
  slots = [...(await freeTiles(student, postId, 4)), ...(await freeTiles(student, postId, 5))]
})

afterAll(() => stack?.close())

const retry = (person: Person, id: string) => person.call(admin.retryRefund, { body: { id } })
const settle = (person: Person, id: string, reason = 'By a bank transfer on Monday.') =>
  person.call(admin.settleRefund, { body: { id, reason } })
const waiting = async () => (await operator.call(admin.money)).body.failed_refunds
const waitingOf = async (bookingId: string) => (await waiting()).filter(one => one.booking_id === bookingId)

/** A declined request whose refund the provider refuses. */
async function refused(by = student): Promise<{ bookingId: string; id: string }> {
  const bookingId = await request(stack, by, postId, slots.shift()!)
  return { bookingId, id: await failRefundOf(stack, tutor, bookingId) }
}

/** A declined request whose refund the student’s bank sends back, as it will any other. */
async function sentBack(): Promise<{ bookingId: string; id: string }> {
  const { id: bookingId, url } = await hold(student, postId, slots.shift()!)
  await pay(url, '4000000000005126')
  await moneyDone(stack)
  await tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })
  await moneyDone(stack)
  await bankAnswers()
  return { bookingId, id: (await waitingOf(bookingId))[0]!.id }
}

async function bankAnswers(): Promise<void> {
  await controlPayments(stack, 'refunds/settle')
  await moneyDone(stack)
}

async function findings() {
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  return checkMoney(stack.databaseUrl, stripe)
}

/** The operator's mails since there were `before`, of which the newest is the first. */
const mails = async (before = 0) => {
  const all = await mailsTo(stack, 'opal.operator')
  return all.slice(0, all.length - before)
}
const subjects = async (before: number) => (await mails(before)).map(({ subject }) => subject)

async function told(bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from alerts where facts->>'booking_id' = ${bookingId} and kind ~ 'refund|otherwise' order by id`.execute(
    stack.db,
  )
  return rows.map(({ kind }) => kind)
}

async function refundsMade(bookingId: string): Promise<number> {
  const { refund } = (await providerState(stack)) as unknown as {
    refund: { metadata: { booking_id: string } }[]
  }
  return refund.filter(({ metadata }) => metadata.booking_id === bookingId).length
}

const owed = ['paid: held 2000, provider -2000', 'refund_owed: held -2000, refunds 2000']
const sent = 'refund_sent: provider 2000, refunds -2000'
const returned = 'refund_failed: provider -2000, refunds 2000'
const otherwise = 'refund_settled: refunds -2000, settled_elsewhere 2000'

describe('a refund that someone partly makes at the provider', () => {
  const part = 'refund_sent: provider 500, refunds -500'
  const rest = 'refund_sent: provider 1500, refunds -1500'
  const decline = (bookingId: string) =>
    tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })

  async function refundRows(bookingId: string): Promise<string[]> {
    const { rows } = await sql<{ told: string }>`
      select refunds.amount_cents || case when asked then ' asked' else '' end as told
      from refunds join payments on payments.id = payment_id where booking_id = ${bookingId}`.execute(
      stack.db,
    )
    return rows.map(({ told }) => told)
  }

  async function eventsPutOff(): Promise<number> {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where name = 'stripe-event' and state = 'retry'`.execute(
      stack.db,
    )
    return rows[0]!.jobs
  }

  async function isWhole(bookingId: string): Promise<void> {
    await reconcileDone(stack)
    await reconcileDone(stack)
    expect(await waitingOf(bookingId)).toEqual([])
    expect((await ledgerOf(stack, bookingId)).toSorted()).toEqual([...owed, part, rest].toSorted())
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    const { body } = await student.call(payments.receipt, { params: { id: bookingId } })
    expect([body.receipt.refunds.map(({ amount }) => amount).toSorted(), body.receipt.net]).toEqual([
      ['15.00', '5.00'],
      '0.00',
    ])
    expect(await refundsMade(bookingId)).toBe(1)
    expect(await findings()).toEqual([])
  }

  test.each(['oldest', 'newest', 'shuffled'] as const)(
    'while ours is on its way is sent as the rest, in whatever order the provider reports: %s',
    async order => {
      const bookingId = await request(stack, student, postId, slots.shift()!)
      await controlPayments(stack, 'webhooks', { mode: 'hold', copies: '3' })
      await refundAtProvider(stack, bookingId, 500)
      expect((await decline(bookingId)).status).toBe(200)
      await stack.jobsDone()
      await controlPayments(stack, 'webhooks/release', { order })
      await controlPayments(stack, 'webhooks', { mode: 'deliver', copies: '1' })
      await moneyDone(stack)
      await isWhole(bookingId)
    },
  )

  test('while ours may already exist, its answer lost, waits for that and counts once', async () => {
    const bookingId = await request(stack, student, postId, slots.shift()!)
    await controlPayments(stack, 'webhooks', { mode: 'hold' })
    await refundAtProvider(stack, bookingId, 500)
    await controlPayments(stack, 'faults', { kind: 'reset_before', path: '/v1/refunds', times: '1000' })
    expect((await decline(bookingId)).status).toBe(200)
    await eventually('ours was asked for', async () => (await refundRows(bookingId)).includes('2000 asked'))
    await controlPayments(stack, 'webhooks/release')
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await controlPayments(stack, 'webhooks/settle')
    await eventually('its event is put off', async () => (await eventsPutOff()) > 0)
    expect(await refundRows(bookingId)).toEqual(['2000 asked'])
    await controlPayments(stack, 'faults/clear')
    await moneyDone(stack)
    await isWhole(bookingId)
  })

  test('after it failed leaves the rest to the operators, and Retry sends that', async () => {
    const { bookingId, id } = await refused()
    await refundAtProvider(stack, bookingId, 500)
    await moneyDone(stack)
    expect((await waiting()).filter(one => one.id === id)).toMatchObject([{ amount: '15.00' }])
    expect(await findings()).toEqual([])
    expect((await retry(operator, id)).status).toBe(200)
    await moneyDone(stack)
    await isWhole(bookingId)
  })

  test('after the bank sent it back leaves the rest to the operators, and what fails again too', async () => {
    const { bookingId, id } = await sentBack()
    const amounts = async () => (await waitingOf(bookingId)).map(({ amount }) => amount).toSorted()
    await refundAtProvider(stack, bookingId, 500)
    await moneyDone(stack)
    expect((await waiting()).filter(one => one.id === id)).toMatchObject([{ amount: '15.00' }])
    expect(await findings()).toEqual([])
    await bankAnswers()
    expect(await amounts()).toEqual(['15.00', '5.00'])
    expect(await findings()).toEqual([])
  })

  test('never reported is found when Retry is refused', async () => {
    const { bookingId, id } = await refused()
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    await refundAtProvider(stack, bookingId, 500)
    expect((await retry(operator, id)).status).toBe(200)
    await moneyDone(stack)
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await isWhole(bookingId)
  })

  test('in two parts that cover all of it leaves nothing to send', async () => {
    const { bookingId, id } = await refused()
    for (const cents of [500, 1000, 500]) {
      await refundAtProvider(stack, bookingId, cents)
      await moneyDone(stack)
    }
    expect((await waiting()).filter(one => one.id === id)).toEqual([])
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    expect(await findings()).toEqual([])
  })
})

describe('the operators', () => {
  test('get one mail about each refund that failed for good', async () => {
    const before = (await mails()).length
    await refused()
    await moneyDone(stack)
    expect(await subjects(before)).toEqual(['A refund of $20.00 failed'])
    await reconcileDone(stack)
    await sentBack()
    expect(await subjects(before)).toEqual(Array(2).fill('A refund of $20.00 failed'))
  })

  test('get one mail about each dispute, with its deadline', async () => {
    const before = (await mails()).length
    const bookingId = await request(stack, student, postId, slots.shift()!)
    await dispute(stack, bookingId)
    await moneyDone(stack)
    await reconcileDone(stack)
    expect(await subjects(before)).toEqual(['A student’s bank disputes $20.00'])
    const { body } = await operator.call(admin.money)
    const due = body.disputes.find(one => one.booking_id === bookingId)!.answer_by!
    expect((await mails())[0]!.text).toContain(`by ${inWords(due, 'UTC')} UTC`)
  })
})

describe('a failed refund', () => {
  test('waits for an operator, who retries it: then it is made once, and the student is told', async () => {
    const { bookingId, id } = await refused()
    expect(await waitingOf(bookingId)).toMatchObject([
      { id, amount: '20.00', failure: 'charge not refundable' },
    ])
    await controlPayments(stack, 'faults', { kind: 'reset_before', path: '/v1/refunds', times: '1000' })
    expect((await retry(operator, id)).status).toBe(200)
    // That isn't a decision of a colleague about it.
    for (const answer of [await settle(colleague, id), await retry(colleague, id)])
      expect([answer.status, answer.problem.detail]).toEqual([409, 'This refund is being sent again.'])
    await controlPayments(stack, 'faults/clear')
    await moneyDone(stack)
    await reconcileDone(stack)
    expect(await waitingOf(bookingId)).toEqual([])
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    expect(await ledgerOf(stack, bookingId)).toEqual([...owed, sent])
    expect(await told(bookingId)).toEqual(['booking_refund_failed', 'booking_refunded'])
    expect(await refundsMade(bookingId)).toBe(1)
    expect(await findings()).toEqual([])
    const { body } = await operator.call(admin.audit, { query: {} })
    expect(body.entries[0]).toMatchObject({
      action: 'retry_refund',
      amount: '20.00',
      person: 'stan.student',
      booking_id: bookingId,
    })
  })

  test('that the platform’s balance doesn’t cover when it is retried waits for that, and a mail says so', async () => {
    const { bookingId, id } = await refused()
    await moneyDone(stack)
    const before = (await mails()).length
    const fault = { kind: 'refuse', method: 'POST', path: '/v1/refunds', code: 'balance_insufficient' }
    await controlPayments(stack, 'faults', { ...fault, times: '2' })
    expect((await retry(operator, id)).status).toBe(200)
    await moneyDone(stack)
    await reconcileDone(stack)
    expect(await subjects(before)).toEqual(['A refund of $20.00 waits for money'])
    const listed = async () => (await operator.call(admin.money)).body.waiting_refunds
    expect(await listed()).toMatchObject([
      { id, booking_id: bookingId, amount: '20.00', reason: 'The tutor declined', waits_for: 'balance' },
    ])
    await reconcileDone(stack)
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    expect(await listed()).toEqual([])
  })

  test('that the provider keeps until the platform’s balance covers it is listed until then, and a mail says so', async () => {
    const before = (await mails()).length
    const bookingId = await request(stack, student, postId, slots.shift()!)
    await controlPayments(stack, 'balance', { refunds_wait: 'true' })
    await tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })
    await moneyDone(stack)
    await reconcileDone(stack)
    expect(await subjects(before)).toEqual(['A refund of $20.00 waits for money'])
    const listed = async () => (await operator.call(admin.money)).body.waiting_refunds
    expect(await listed()).toMatchObject([{ booking_id: bookingId, amount: '20.00', waits_for: 'balance' }])
    expect(await findings()).toEqual([])
    await controlPayments(stack, 'balance', { refunds_wait: 'false' })
    await bankAnswers()
    expect(await listed()).toEqual([])
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    expect(await findings()).toEqual([])
  })

  test('that the provider keeps until the bank disputes the payment counts as the bank’s if the dispute is lost', async () => {
    const bookingId = await request(stack, student, postId, slots.shift()!)
    await controlPayments(stack, 'balance', { refunds_wait: 'true' })
    await tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })
    await moneyDone(stack)
    const disputeId = await dispute(stack, bookingId)
    await controlPayments(stack, 'balance', { refunds_wait: 'false' })
    await moneyDone(stack)
    expect(await waitingOf(bookingId)).toMatchObject([{ failure: 'charge for pending refund disputed' }])
    expect(await findings()).toEqual([])
    await closeDispute(stack, disputeId, 'lost')
    await moneyDone(stack)
    expect(await waitingOf(bookingId)).toEqual([])
    expect(await findings()).toEqual([])
  })

  test.each([
    ['that the provider refused', () => refused(), owed],
    ['that the bank sent back', sentBack, [...owed, sent, returned]],
  ])(
    '%s and somebody makes at the provider, which keeps it for now, is sent once it can be',
    async (_, kind, before) => {
      const { bookingId, id } = await kind()
      await controlPayments(stack, 'balance', { refunds_wait: 'true' })
      await refundAtProvider(stack, bookingId, 2000)
      await moneyDone(stack)
      const listed = async () => (await operator.call(admin.money)).body.waiting_refunds
      expect(await listed()).toMatchObject([{ id, booking_id: bookingId, waits_for: 'balance' }])
      expect(await waitingOf(bookingId)).toEqual([])
      expect((await retry(operator, id)).status).toBe(409)
      expect(await findings()).toEqual([])
      await controlPayments(stack, 'balance', { refunds_wait: 'false' })
      await bankAnswers()
      expect(await ledgerOf(stack, bookingId)).toEqual([...before, sent])
      expect(await listed()).toEqual([])
      expect(await findings()).toEqual([])
      // What the bank sends back once more must not appear in another test.
      await bankAnswers()
    },
  )

  test('that waits for the bank’s decision is listed until then', async () => {
    const bookingId = await request(stack, student, postId, slots.shift()!)
    const disputeId = await dispute(stack, bookingId)
    await moneyDone(stack)
    await tutor.call(bookings.reject, { body: { bookingId, remarks: '', terms: true } })
    await moneyDone(stack)
    const listed = async () => (await operator.call(admin.money)).body.waiting_refunds
    expect(await listed()).toMatchObject([{ booking_id: bookingId, amount: '20.00', waits_for: 'bank' }])
    await closeDispute(stack, disputeId, 'won')
    await moneyDone(stack)
    expect(await listed()).toEqual([])
  })

  test('that fails each time is still owed, whatever events of earlier attempts arrive', async () => {
    const { bookingId, id } = await sentBack()
    const before = await stack.db
      .selectFrom('stripe_events')
      .select('id')
      .where('type', 'like', 'refund.%')
      .execute()
    for (let attempt = 1; attempt <= 2; attempt++) {
      await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/refunds', times: '3' })
      expect((await retry(operator, id)).status).toBe(200)
      // The provider reports the earlier attempt once more while this one is on its way.
      await sql`update stripe_events set applied_at = null where id = any(${before.map(one => one.id)})`.execute(
        stack.db,
      )
      await reconcileDone(stack)
      await bankAnswers()
      expect((await waitingOf(bookingId)).map(one => one.id)).toEqual([id])
      expect(await refundsMade(bookingId)).toBe(attempt + 1)
    }
    expect(await ledgerOf(stack, bookingId)).toEqual([
      ...owed,
      sent,
      returned,
      sent,
      returned,
      sent,
      returned,
    ])
    expect(await findings()).toEqual([])
    expect((await settle(operator, id)).status).toBe(200)
  })

  test('is settled by other means: the ledger shows it, the student reads how, and nothing is sent anymore', async () => {
    const before = await waiting()
    const { bookingId, id } = await sentBack()
    const refusal = await settle(operator, id, '  ')
    expect([refusal.status, refusal.problem.detail]).toEqual([422, 'Say how the student was paid.'])
    expect((await settle(operator, id)).status).toBe(200)
    await reconcileDone(stack)
    await reconcileDone(stack)
    expect(await waiting()).toEqual(before)
    expect(await ledgerOf(stack, bookingId)).toEqual([...owed, sent, returned, otherwise])
    expect(await readBooking(student, bookingId)).toMatchObject({ refunded: '20.00', refund_done: true })
    const { body } = await student.call(payments.receipt, { params: { id: bookingId } })
    expect([body.receipt.refunds[0]?.state, body.receipt.net]).toEqual(['settled', '0.00'])
    expect(await told(bookingId)).toEqual(['booking_refund_failed', 'problem_paid_otherwise'])
    const answer = await fetch(`${stack.url}/local/mail/messages?to=stan.student@example.edu`)
    const { messages } = (await answer.json()) as { messages: { subject: string; text: string }[] }
    const mail = messages.find(({ subject }) => subject === 'You got $20.00 back')
    expect(mail?.text).toContain('By a bank transfer on Monday.')
    expect(await findings()).toEqual([])
    // Its answer got lost: the same words are the same settlement.
    expect((await settle(operator, id)).status).toBe(200)
    expect(await told(bookingId)).toEqual(['booking_refund_failed', 'problem_paid_otherwise'])
    for (const other of [await settle(operator, id, 'In cash.'), await settle(colleague, id)])
      expect([other.status, other.problem.detail]).toEqual([409, 'This refund was already settled.'])
    const again = await retry(operator, id)
    expect([again.status, again.problem.detail]).toEqual([409, 'This refund was already settled.'])
  })

  test('is decided once, by two operators at once in two ways', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const { bookingId, id } = await refused()
      const answers = await Promise.all([retry(operator, id), settle(colleague, id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await moneyDone(stack)
      const isSettled = answers[1]!.status === 200
      expect(await ledgerOf(stack, bookingId)).toEqual([...owed, isSettled ? otherwise : sent])
    }
    expect(await findings()).toEqual([])
  })

  test.each([
    ['that the provider refused', () => refused()],
    ['that the bank sent back', sentBack],
  ])(
    '%s waits while a bank disputes the payment, and counts as the bank’s if the dispute is lost',
    async (_, kind) => {
      const { bookingId, id } = await kind()
      const disputeId = await dispute(stack, bookingId)
      await moneyDone(stack)
      for (const answer of [await retry(operator, id), await settle(operator, id)]) {
        expect([answer.status, answer.problem.detail]).toEqual([
          409,
          'The student’s bank is disputing this payment. You can’t refund it until the bank decides.',
        ])
      }
      await closeDispute(stack, disputeId, 'lost')
      await moneyDone(stack)
      expect((await settle(operator, id)).status).toBe(409)
      expect(await findings()).toEqual([])
    },
  )

  test('can’t be decided by an operator whose own booking it is', async () => {
    const { id } = await refused(colleague)
    for (const answer of [await retry(colleague, id), await settle(colleague, id)]) {
      expect([answer.status, answer.problem.detail]).toEqual([
        403,
        'This is your own booking. Another operator has to decide about it.',
      ])
    }
    expect((await retry(operator, id)).status).toBe(200)
  })

  test('can’t be decided by students or tutors', async () => {
    const { id } = await refused()
    for (const person of [student, tutor]) {
      expect((await retry(person, id)).status).toBe(403)
      expect((await settle(person, id)).status).toBe(403)
    }
    expect((await retry(operator, crypto.randomUUID())).status).toBe(404)
  })
})
