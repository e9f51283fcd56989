import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { post } from '#server/product/ledger/post.ts'
import { earned, paid, released } from '#server/product/ledger/postings.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import { banks } from '../../local/payments/bank-accounts.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { moneyDone, pay } from './bookings.ts'

type Earning = {
  topic?: string
  student?: string
  waits?: boolean
  /** Paid but not earned yet: the meeting is in progress. */
  isMeeting?: boolean
}

/**
 * Gives a tutor money in their wallet, like a meeting that took place: a charge at the provider, a completed
 * booking, and its movements in the ledger. Returns the booking. People are named as they signed in.
 */
export async function earn(
  stack: Stack,
  tutor: string,
  cents: number,
  { topic = 'Notes', student = 'sam.student', waits = false, isMeeting = false }: Earning = {},
): Promise<string> {
  await stack.signIn(student)
  const intentId = await charge(stack, cents)
  const now = stack.clock.now()
  const end = isMeeting ? now.add({ minutes: 30 }) : now.subtract({ hours: waits ? 1 : 72 })
  const state = isMeeting ? 'approved' : 'completed'
  const at = end.toString()
  return stack.db.transaction().execute(async trx => {
    const { rows } = await sql<{ id: string; tutor_id: string; student_id: string }>`
      insert into bookings (topic, tutor_id, student_id, starts_at, ends_at, state, rate_cents, amount_cents,
        refund_policy, held_until, student_agreed_at, created_at)
      select ${topic}, tutor.id, student.id, ${at}::timestamptz - interval '1 hour', ${at}, ${state}, 4000, ${cents},
        ${JSON.stringify(refundPolicy)}::jsonb, ${at}, ${at}, ${at}
      from users tutor, users student
      where tutor.email = ${`${tutor}@example.edu`} and student.email = ${`${student}@example.edu`}
      returning id, tutor_id, student_id`.execute(trx)
    const { id: bookingId, tutor_id: tutorId, student_id: studentId } = rows[0]!
    await trx
      .insertInto('payments')
      .values({
        booking_id: bookingId,
        amount_cents: cents,
        state: 'paid',
        payment_intent_id: intentId,
        created_at: end,
        paid_at: end,
      })
      .execute()
    if (isMeeting) {
      await takeIntoBooks(trx, now, bookingId)
      return bookingId
    }
    await trx
      .insertInto('earnings')
      .values({
        booking_id: bookingId,
        tutor_id: tutorId,
        amount_cents: cents,
        available_at: end.add({ hours: 48 }),
        state: waits ? 'pending' : 'available',
      })
      .execute()
    await takeIntoBooks(trx, end, bookingId)
    if (!waits) await post(trx, end.add({ hours: 48 }), released({ bookingId, tutorId, studentId }, cents))
    return bookingId
  })
}

/** Posts a booking's payment and earning that no call made. */
export async function takeIntoBooks(trx: Trx, at: Temporal.Instant, bookingId: string): Promise<void> {
  const { rows } = await sql<{
    tutor_id: string
    student_id: string
    id: string
    cents: number
    intentId: string
    earned: number | null
  }>`
    select bookings.tutor_id, student_id, payments.id, payments.amount_cents as cents,
      payment_intent_id as "intentId", earnings.amount_cents as earned
    from bookings join payments on payments.booking_id = bookings.id
      left join earnings on earnings.booking_id = bookings.id
    where bookings.id = ${bookingId}`.execute(trx)
  const { tutor_id: tutorId, student_id: studentId, earned: price, ...payment } = rows[0]!
  const of = { bookingId, tutorId, studentId }
  await post(trx, at, paid(of, payment))
  if (price !== null) await post(trx, at, earned(of, { price, fee: payment.cents - price }, 'pending'))
}

/** A charge at the provider that no call of ours made. */
async function charge({ url }: Stack, cents: number): Promise<string> {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: 'Bearer sk_test_only_for_the_local_payments',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const answer = await fetch(`${url}/v1/checkout/sessions${path}`, { ...init, headers })
    return (await answer.json()) as { id: string; url: string; payment_intent: string }
  }
  const session = await ask('', {
    method: 'POST',
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': String(cents),
      'line_items[0][price_data][product_data][name]': 'Tutoring',
      success_url: url,
    }),
  })
  await pay(session.url)
  return (await ask(`/${session.id}`)).payment_intent
}

/** Fills in the provider's form for the person's account. */
export async function fillIn(
  stack: Stack,
  person: Person,
  answers: Record<string, string> = {},
): Promise<void> {
  const { body } = await person.call(payouts.openSession, { body: {} })
  const answer = await fetch(`${stack.url}/local/payments/onboarding/${body.client_secret}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      first_name: 'Tara',
      last_name: 'Tutor',
      ssn_last_4: '0000',
      account_number: banks.good,
      ...answers,
    }),
  })
  await answer.body?.cancel()
}

/** Starts a person's wallet, and an account ready for payouts; returns the provider's id for it. */
export async function onboard(stack: Stack, person: Person, bank: string = banks.good): Promise<string> {
  await person.call(wallets.create, { body: { terms: true } })
  const { status, body, problem } = await person.call(payouts.create)
  if (status !== 200) throw new Error(`No payout account was made: ${problem.code} ${problem.detail}`)
  await fillIn(stack, person, { account_number: bank })
  await moneyDone(stack)
  return body.account
}

/** Requests a withdrawal; returns its id and the answer. */
export async function withdraw(person: Person, cents: number, id: string = crypto.randomUUID()) {
  const body = { id, amount: centsToDecimal(cents), confirm: true as const }
  return { id, ...(await person.call(wallets.withdraw, { body })) }
}
