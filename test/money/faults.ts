import { sql } from 'kysely'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney } from '#server/product/ledger/jobs.ts'
import { bookings } from '#shared/api/bookings.ts'
import type { Call, CallInput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { beginJob, jobsUnderWay } from '../../local/jobs.ts'
import { localSecretKey } from '../../local/payments/payments.ts'
import { faultKinds } from '../../local/payments/tables.ts'
import { bookingOf, controlPayments, pay } from '../factories/bookings.ts'
import { range } from '../factories/made-up.ts'
import { tryAgainNow } from '../harness/jobs.ts'
import { mapConcurrently } from '../harness/map-concurrently.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { makeCrowd, type Turn } from './crowd.ts'

/**
 * The provider calls of paying, refunding and opening an account; withdrawals/faults.test.ts has the rest.
 */
const calls = [
  ['POST', '/v1/checkout/sessions'],
  ['GET', '/v1/checkout/sessions/*'],
  ['POST', '/v1/checkout/sessions/*/expire'],
  ['POST', '/v1/refunds'],
  ['POST', '/v1/accounts'],
  ['POST', '/v1/account_sessions'],
] as const

/** How often a caller without an answer retries. */
const tries = 6
const rounds = 40

type Options = {
  attempts: number
  /** How often each call meets each fault. */
  laps: number
  /** How long the provider is silent, in the first round. */
  hangsMs: number
}

type Outcome = {
  attempts: number
  /** Paid for a live booking; paid and refunded in full; never charged. */
  booked: number
  givenBack: number
  uncharged: number
  charges: number
  /** Faults that no call ran into. */
  unmet: number
  /** Everything else: neither of these, and the findings of the money check. */
  wrong: string[]
}

/**
 * Security K-4: students book, pay, return and release, tutors decline and open accounts, while the provider
 * fails in every way, each kind of fault on each of those calls.
 */
export async function payThroughFaults(stack: Stack, { attempts, laps, hangsMs }: Options): Promise<Outcome> {
  const crowd = await makeCrowd(stack, attempts)
  const openers = await mapConcurrently(range(0, faultKinds.length * laps), 20, n =>
    stack.signIn(`opener${n}`),
  )
  for (let lap = 0; lap < laps; lap++) {
    for (const [method, path] of calls) {
      for (const kind of faultKinds) {
        const delay = lap === 0 ? hangsMs : 50
        await controlPayments(stack, 'faults', { kind, method, path, delay_ms: String(delay) })
      }
    }
  }
  await Promise.all([
    mapConcurrently(range(0, attempts), 20, n => attempt(crowd.next(), n)),
    mapConcurrently(openers, 20, opener => openAccount(opener)),
  ])
  const unmet = await goOn(stack)
  await comeToEnd(stack)
  // A person whom a refusal locked out, because the provider repeats it for a day, succeeds after that day.
  for (let n = 0; n < openers.length; n++) await openAccount(await stack.signIn(`opener${n}`))
  return { attempts, unmet, ...(await judge(stack, openers.length)) }
}

/** Asks until the answer isn't that the provider is unreachable; null if that never happens. */
async function ask<const C extends Call>(person: Person, call: C, input?: CallInput<C>) {
  for (let again = 0; again < tries; again++) {
    const { status, body, problem } = await person.call(call, input)
    if (status === 200) return body
    if (status !== 503) throw new Error(`${call.path}: ${status} ${problem.code} ${problem.detail}`)
  }
  return null
}

/** One student's steps; every fifth does something else. */
async function attempt({ student, tutor, postId, slot }: Turn, n: number): Promise<void> {
  const held = await ask(student, payments.bookSlot, { body: bookingOf(postId, slot) })
  // A refusal that the provider repeats for the same Checkout: they look for another time, and this one
  // expires.
  if (!held) return
  const { booking_id: id, url } = held
  if (n % 5 === 4) {
    await ask(student, bookings.cancel, { body: { bookingId: id, remarks: '' } })
    return
  }
  await pay(url)
  if (n % 5 === 3) return
  for (let look = 0; look < tries; look++) {
    const seen = await ask(student, bookings.get, { params: { id }, query: {} })
    if (seen?.booking.status === 'requested') break
  }
  if (n % 5 === 2) return
  const { status } = await tutor.call(bookings.reject, { body: { bookingId: id, remarks: '', terms: true } })
  // The tutor doesn't know of it yet, so nobody can decline it: it lapses.
  if (status !== 200 && status !== 409) throw new Error(`reject: ${status}`)
}

async function openAccount(person: Person): Promise<void> {
  await person.call(wallets.create, { body: { terms: true } })
  for (const _ of [1, 2]) {
    await ask(person, payouts.create)
    await person.call(payouts.openSession, { body: {} })
  }
}

/**
 * Runs everything until the provider has produced all its faults, or nothing calls it anymore; returns what
 * is left.
 */
async function goOn(stack: Stack): Promise<number> {
  for (let round = 0; round < rounds; round++) {
    if ((await provider(stack)).fault.length === 0) return 0
    await look(stack, 3)
  }
  const { length } = (await provider(stack)).fault
  await controlPayments(stack, 'faults/clear')
  return length
}

/** A healthy provider, a day later, when it has forgotten its stored refusals: then no work may be left. */
async function comeToEnd(stack: Stack): Promise<void> {
  for (const minutes of [3, 31, 3, 25 * 60, 3, 3]) await look(stack, minutes)
}

async function look(stack: Stack, minutes: number): Promise<void> {
  stack.clock.advance({ minutes })
  await controlPayments(stack, 'webhooks/settle')
  await beginJob(stack.db, 'reconcile-payments')
  await beginJob(stack.db, 'settle-bookings')
  await allTried(stack)
}

async function allTried({ db }: Stack): Promise<void> {
  while ((await tryAgainNow(db)) > 0 || (await jobsUnderWay(db)) > 0) {
    await new Promise(resolve => setTimeout(resolve, 15))
  }
}

type Provider = {
  fault: unknown[]
  charge: { amount: number; amount_refunded: number; status: string; metadata: { booking_id: string } }[]
  account: { object: { metadata: Record<string, string> } }[]
}

async function provider({ url }: Stack): Promise<Provider> {
  return (await (await fetch(`${url}/local/payments/control/state`)).json()) as Provider
}

async function judge(stack: Stack, accounts: number): Promise<Omit<Outcome, 'attempts' | 'unmet'>> {
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
  const wrong = (await checkMoney(stack.databaseUrl, stripe)).map(({ kind, text }) => `${kind}: ${text}`)
  const { charge, account } = await provider(stack)
  if (account.length !== accounts) wrong.push(`${accounts} people have ${account.length} accounts`)
  const { rows } = await sql<{ id: string; state: string; total: number }>`
    select id, state, amount_cents + fee_cents as total from bookings`.execute(stack.db)
  const taken = Map.groupBy(
    charge.filter(({ status }) => status === 'succeeded'),
    ({ metadata }) => metadata.booking_id,
  )
  const sums = { booked: 0, givenBack: 0, uncharged: 0, charges: [...taken.values()].flat().length }
  for (const { id, state, total } of rows) {
    const [one, ...more] = taken.get(id) ?? []
    const stands = ['requested', 'approved', 'active', 'completed'].includes(state)
    if (!one && ['expired', 'cancelled'].includes(state)) sums.uncharged++
    else if (one?.amount === total && more.length === 0 && stands && one.amount_refunded === 0) sums.booked++
    else if (one?.amount === total && more.length === 0 && !stands && one.amount_refunded === total)
      sums.givenBack++
    else wrong.push(`${id} is ${state}, with charges of ${JSON.stringify(taken.get(id) ?? [])}`)
  }
  return { ...sums, wrong }
}
