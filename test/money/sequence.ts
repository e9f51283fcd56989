import fc from 'fast-check'
import { sql } from 'kysely'
import { admin } from '#shared/api/admin.ts'
import { bookings } from '#shared/api/bookings.ts'
import type { Call, CallInput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { centsToDecimal, decimalToCents } from '#shared/domain/money.ts'
import { beginJob } from '../../local/jobs.ts'
import { bookingOf, controlPayments, pay, weekOfTiles } from '../factories/bookings.ts'
import { meetIn } from '../factories/meetings.ts'
import { refundAtProvider } from '../factories/money.ts'
import { makeTutor } from '../factories/tutors.ts'
import { onboard } from '../factories/wallets.ts'
import { tryAgainNow } from '../harness/jobs.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import { Model, type ModelBooking } from './model.ts'

/** A tutor and their own students, with the model of their money. */
export type MoneyWorld = {
  stack: Stack
  operator: Person
  tutor: Person
  students: Person[]
  postId: string
  /** The tutor's account at the payment provider. */
  accountId: string
  model: Model
}

type Command = fc.AsyncCommand<Model, MoneyWorld>
type Step = {
  name: string
  /** Whether it is possible at all; doesn't ask the real product. */
  able?: (model: Model) => boolean
  run: (world: MoneyWorld, model: Model) => Promise<void>
}

const students = 2
const hour = 3_600_000
let worlds = 0

export async function makeMoneyWorld(stack: Stack): Promise<MoneyWorld> {
  const name = `money${++worlds}`
  const tutor = await stack.signIn(`${name}.tutor`)
  // A price whose shares contain half cents.
  const postId = await makeTutor(stack, tutor, { ranges: ['00:00 - 00:00'], zone: 'UTC', rate: '37.77' })
  const people = []
  for (let index = 0; index < students; index++) people.push(await stack.signIn(`${name}.student${index}`))
  const accountId = await onboard(stack, tutor)
  const operator = await stack.signIn('opal.operator')
  // Weeks pass below: these logins neither end nor get renewed, which would make them end a week later.
  await sql`
    update logins set expires_at = expires_at + interval '10 years', created_at = created_at + interval '10 years',
      updated_at = updated_at + interval '10 years'`.execute(stack.db)
  return { stack, operator, tutor, students: people, postId, accountId, model: new Model(students) }
}

/** Makes a call until it succeeds: retries what the payment provider's faults refuse. */
async function must<const C extends Call>(person: Person, call: C, input?: CallInput<C>) {
  for (let attempt = 0; attempt < 8; attempt++) {
    const { status, body, problem } = await person.call(call, input)
    if (status === 200) return body
    if (status !== 503) throw new Error(`${call.path}: ${status} ${problem.code} ${problem.detail}`)
  }
  throw new Error(`${call.path}: refused too often`)
}

const nowOf = ({ stack }: MoneyWorld) => stack.clock.now().epochMilliseconds

function book(who: number, slot: number, card: string): Step {
  return {
    name: `student ${who} pays for slot ${slot} with ${card}`,
    async run(world, model) {
      const student = world.students[who]!
      const tiles = await weekOfTiles(student, world.postId)
      const tile = tiles[slot % tiles.length]
      if (!tile) return
      const made = await student.call(payments.bookSlot, { body: bookingOf(world.postId, tile) })
      if (made.status === 503) return
      if (made.status !== 200) throw new Error(`bookslot: ${made.status} ${made.problem.detail}`)
      await pay(made.body.url, card)
      // The student's return asks the provider, whatever happens to the webhook.
      const { booking } = await settledBooking(student, made.body.booking_id)
      model.pay({
        id: booking.id,
        studentIndex: who,
        price: decimalToCents(booking.amount)!,
        fee: decimalToCents(booking.fee)!,
        start: Date.parse(booking.starts_on),
        end: Date.parse(booking.ends_on),
        refundsFail: card === failingCard,
      })
    },
  }
}

const goodCard = '4242424242424242'
const slowCard = '4000000000007726'
const failingCard = '4000000000005126'

async function settledBooking(student: Person, id: string) {
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await must(student, bookings.get, { params: { id }, query: {} })
    if (answer.booking.status === 'requested') return answer
  }
  throw new Error(`booking ${id} is paid and not requested`)
}

/** A step on one of the eligible bookings, chosen by a number. */
function onBooking(
  name: string,
  which: number,
  able: (booking: ModelBooking, model: Model) => boolean,
  run: (world: MoneyWorld, booking: ModelBooking, model: Model) => Promise<void>,
): Step {
  const of = (model: Model) => model.bookings.filter(booking => able(booking, model))
  return {
    name: `${name} (${which})`,
    able: model => of(model).length > 0,
    async run(world, model) {
      model.tick(nowOf(world))
      const candidates = of(model)
      const booking = candidates[which % candidates.length]
      if (booking) await run(world, booking, model)
    },
  }
}

const isLive = ({ state }: ModelBooking) => state === 'requested' || state === 'approved'

const decide = (which: number, accept: boolean) =>
  onBooking(
    accept ? 'accept' : 'decline',
    which,
    ({ state }) => state === 'requested',
    async ({ tutor }, booking, model) => {
      await must(tutor, accept ? bookings.approve : bookings.reject, {
        body: { bookingId: booking.id, remarks: '', terms: true },
      })
      if (accept) booking.state = 'approved'
      else model.end(booking, 'declined', 100)
    },
  )

const cancel = (which: number, by: 'student' | 'tutor') =>
  onBooking(`the ${by} cancels`, which, isLive, async (world, booking, model) => {
    const person = by === 'tutor' ? world.tutor : world.students[booking.studentIndex]!
    await must(person, bookings.cancel, { body: { bookingId: booking.id, remarks: '' } })
    const late = booking.start - nowOf(world) < 12 * hour
    const isAccepted = booking.state !== 'requested'
    model.end(booking, 'cancelled', by === 'student' && late && isAccepted ? 50 : 100)
  })

const meet = (which: number) =>
  onBooking(
    'both meet',
    which,
    ({ state }) => state === 'approved',
    async (world, booking, model) => {
      const { stack } = world
      const ahead = booking.start - nowOf(world)
      // As a job does every minute: what is judged late is paid out late.
      const settle = async () => {
        model.tick(nowOf(world))
        await must(world.tutor, bookings.settle)
      }
      if (ahead > 0) stack.clock.advance({ milliseconds: ahead })
      await settle()
      await meetIn(stack, booking.id, [world.tutor, world.students[booking.studentIndex]!])
      await settle()
      booking.state = 'active'
    },
  )

const pass = (hours: number): Step => ({
  name: `${hours} hours pass`,
  async run(world, model) {
    world.stack.clock.advance({ hours })
    model.tick(nowOf(world))
    await must(world.tutor, bookings.settle)
  },
})

const report = (which: number) =>
  onBooking(
    'the student reports a problem',
    which,
    ({ state, problem, dispute, leftPrice, leftFee }) =>
      state === 'completed' && problem === null && dispute === null && leftPrice + leftFee > 0,
    async (world, booking) => {
      if (booking.availableAt <= nowOf(world)) return
      // Completes what is over, as a job does every minute.
      await must(world.tutor, bookings.settle)
      await must(world.students[booking.studentIndex]!, bookings.reportProblem, {
        body: { bookingId: booking.id, reason: 'short', details: 'It was short.' },
      })
      booking.problem = 'open'
    },
  )

const settleProblem = (which: number, outcome: 'all' | 'part' | 'none') =>
  onBooking(
    `the problem is settled: ${outcome}`,
    which,
    ({ problem, dispute }) => problem === 'open' && dispute === null,
    async ({ operator }, booking, model) => {
      const left = booking.leftPrice + booking.leftFee
      if (left < 2) return
      const cents = outcome === 'all' ? left : outcome === 'part' ? Math.floor(left / 3) + 1 : 0
      await must(operator, admin.settleProblem, {
        body: {
          bookingId: booking.id,
          outcome,
          reason: 'We looked at it.',
          ...(outcome === 'part' && { amount: centsToDecimal(cents) }),
        },
      })
      booking.problem = 'settled'
      if (cents > 0) model.refund(booking, cents)
    },
  )

const refund = (which: number, part: number) =>
  onBooking(
    `an operator gives back a ${part}th`,
    which,
    booking => booking.earned && booking.dispute === null && booking.leftPrice + booking.leftFee > 0,
    async ({ operator }, booking, model) => {
      const cents = Math.ceil((booking.leftPrice + booking.leftFee) / part)
      await must(operator, admin.refundBooking, {
        body: { bookingId: booking.id, amount: centsToDecimal(cents), reason: 'They asked.' },
      })
      model.refund(booking, cents)
    },
  )

const giveElsewhere = (which: number, part: number) =>
  onBooking(
    `someone gives back a ${part}th at the provider`,
    which,
    // If a bank sends refunds back, it matters whether we hear of this one before or after that: both orders are right.
    booking =>
      booking.earned &&
      booking.dispute === null &&
      booking.leftPrice + booking.leftFee > 0 &&
      !booking.refundsFail &&
      !booking.wonLate,
    async (world, booking, model) => {
      // Sends pending refunds first, since this one would be part of them.
      if (!(await drainKeeping(world, booking))) return
      const cents = Math.ceil((booking.leftPrice + booking.leftFee) / part)
      await refundAtProvider(world.stack, booking.id, cents)
      model.refund(booking, cents)
      // Before we hear of it, one of ours with the same amount would count as this one.
      await drain(world)
    },
  )

/** Finishes everything in progress; whether there is money of the booking left, as minutes pass by that. */
async function drainKeeping(world: MoneyWorld, booking: ModelBooking): Promise<boolean> {
  await drain(world)
  world.model.tick(nowOf(world))
  return booking.leftPrice + booking.leftFee > 0
}

const dispute = (which: number, part: number) =>
  onBooking(
    `the bank disputes a ${part}th`,
    which,
    ({ dispute, refundsFail, wonLate, leftPrice, leftFee }) =>
      dispute === null && !refundsFail && !wonLate && leftPrice + leftFee > 0,
    async (world, booking, model) => {
      // Sends pending refunds first, or the bank would take them too.
      if (!(await drainKeeping(world, booking))) return
      const charge = await chargeOf(world.stack, booking.id)
      const cents = Math.ceil((booking.leftPrice + booking.leftFee) / part)
      const claim = { reason: 'fraudulent', amount: String(cents) }
      await controlPayments(world.stack, `charges/${charge}/dispute`, claim)
      await drain(world)
      model.dispute(booking, cents)
    },
  )

const closeDispute = (which: number, outcome: 'won' | 'lost') =>
  onBooking(
    `the dispute is ${outcome}`,
    which,
    ({ dispute }) => dispute === 'open',
    async (world, booking, model) => {
      const charge = await chargeOf(world.stack, booking.id)
      const { dispute: all } = await providerState(world.stack)
      const open = all.find(row => row.charge === charge && row.status !== 'won' && row.status !== 'lost')
      await controlPayments(world.stack, `disputes/${open!.id}/close`, { outcome })
      await drain(world)
      if (outcome === 'won') model.win(booking)
      else model.lose(booking)
    },
  )

const winLate = (which: number) =>
  onBooking(
    'a lost dispute is won after all',
    which,
    ({ lost, dispute }) => lost !== null && dispute !== 'open',
    async (world, booking, model) => {
      await drain(world)
      model.tick(nowOf(world))
      const charge = await chargeOf(world.stack, booking.id)
      const { dispute: all } = await providerState(world.stack)
      const lost = all.find(row => row.charge === charge && row.status === 'lost')
      await controlPayments(world.stack, `disputes/${lost!.id}/close`, { outcome: 'won' })
      await drain(world)
      model.winLate(booking, nowOf(world))
    },
  )

const withdraw = (part: number): Step => ({
  name: `the tutor withdraws a ${part}th`,
  async run(world, model) {
    await drain(world)
    model.tick(nowOf(world))
    const { available } = model.wallet(nowOf(world))
    const cents = Math.floor(available / part)
    if (cents < 100) return
    const id = crypto.randomUUID()
    await must(world.tutor, wallets.withdraw, { body: { id, amount: centsToDecimal(cents), confirm: true } })
    model.withdrawals.push({ id, cents, state: 'sent' })
    // Like a second click.
    await must(world.tutor, wallets.withdraw, { body: { id, amount: centsToDecimal(cents), confirm: true } })
  },
})

const endPayout = (outcome: 'paid' | 'failed'): Step => ({
  name: `the oldest payout is ${outcome}`,
  able: model => model.withdrawals.some(({ state }) => state === 'sent'),
  async run(world, model) {
    await drain(world)
    await takeArrivals(world)
    const withdrawal = model.withdrawals.find(({ state }) => state === 'sent')
    if (!withdrawal) return
    const { rows } = await sql<{ payout: string }>`
      select payout_id as payout from withdrawals where id = ${withdrawal.id}`.execute(world.stack.db)
    await controlPayments(world.stack, `payouts/${rows[0]!.payout}/end`, { outcome })
    await drain(world)
    withdrawal.state = outcome
    if (outcome === 'paid') return
    // The provider has stopped the account's payouts until there is another bank account.
    await controlPayments(world.stack, `accounts/${world.accountId}`, { state: 'enabled' })
    await drain(world)
    await must(world.tutor, payouts.refresh)
  },
})

const webhooks = (mode: 'deliver' | 'hold' | 'drop', copies: number): Step => ({
  name: `webhooks: ${mode}, ${copies} times`,
  async run({ stack }) {
    await controlPayments(stack, 'webhooks', { mode, copies: String(copies) })
  },
})

const fault = (kind: string, path: string, times: number): Step => ({
  name: `${path} fails by ${kind} ${times} times`,
  async run({ stack }) {
    await controlPayments(stack, 'faults', { kind, path, method: '*', times: String(times) })
  },
})

type ProviderState = {
  charge: { id: string; metadata: { booking_id?: string }; payment_intent: string }[]
  intent: { id: string; metadata: { booking_id?: string } }[]
  dispute: { id: string; charge: string; status: string }[]
  payout: { object: { arrival_date: number; metadata: { withdrawal_id?: string } } }[]
}

async function providerState({ url }: Stack): Promise<ProviderState> {
  return (await (await fetch(`${url}/local/payments/control/state`)).json()) as ProviderState
}

async function chargeOf(stack: Stack, bookingId: string): Promise<string> {
  const { charge, intent } = await providerState(stack)
  const { id } = intent.find(row => row.metadata.booking_id === bookingId)!
  return charge.find(row => row.payment_intent === id)!.id
}

/**
 * Payouts that the provider expected to have reached the bank by now have: the clock may have passed days
 * after a withdrawal.
 */
export async function takeArrivals(world: MoneyWorld): Promise<void> {
  const { payout } = await providerState(world.stack)
  const arrived = payout.filter(({ object }) => object.arrival_date * 1000 <= nowOf(world))
  for (const withdrawal of world.model.withdrawals) {
    const isThere = arrived.some(({ object }) => object.metadata.withdrawal_id === withdrawal.id)
    if (isThere && withdrawal.state === 'sent') withdrawal.state = 'paid'
  }
}

/**
 * Finishes everything in progress: the provider is healthy again, delayed webhooks come in any order, lost
 * ones are found by asking, and waiting retries run.
 */
export async function drain({ stack }: Pick<MoneyWorld, 'stack'>): Promise<void> {
  await controlPayments(stack, 'faults/clear')
  await controlPayments(stack, 'webhooks/release', { order: 'shuffled' })
  await controlPayments(stack, 'webhooks', { mode: 'deliver', copies: '1' })
  await controlPayments(stack, 'refunds/settle')
  for (let cycle = 0; cycle < 2; cycle++) {
    await controlPayments(stack, 'webhooks/settle')
    await tryAgainNow(stack.db)
    await stack.jobsDone()
    stack.clock.advance({ minutes: 3 })
    await beginJob(stack.db, 'reconcile-payments')
    await beginJob(stack.db, 'settle-bookings')
    await stack.jobsDone()
    await controlPayments(stack, 'refunds/settle')
  }
}

/** What tests trigger one by one. */
export const money = { book, decide, cancel, meet, pass, dispute, withdraw, endPayout, report, goodCard }

const number = fc.nat({ max: 1000 })
const who = fc.nat({ max: students - 1 })

/** Every kind of event for money, the usual more often than the rare. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(who, number, fc.constantFrom(goodCard, goodCard, goodCard, slowCard, failingCard))
      .map(args => book(...args)),
  },
  { weight: 6, arbitrary: number.map(which => decide(which, true)) },
  { weight: 1, arbitrary: number.map(which => decide(which, false)) },
  {
    weight: 2,
    arbitrary: fc.tuple(number, fc.constantFrom('student', 'tutor')).map(args => cancel(...args)),
  },
  { weight: 5, arbitrary: number.map(meet) },
  { weight: 4, arbitrary: fc.constantFrom(1, 5, 24, 49).map(pass) },
  { weight: 1, arbitrary: number.map(report) },
  {
    weight: 1,
    arbitrary: fc.tuple(number, fc.constantFrom('all', 'part', 'none')).map(args => settleProblem(...args)),
  },
  { weight: 1, arbitrary: fc.tuple(number, fc.constantFrom(1, 2, 3, 1000)).map(args => refund(...args)) },
  {
    weight: 1,
    arbitrary: fc.tuple(number, fc.constantFrom(1, 2, 3)).map(args => giveElsewhere(...args)),
  },
  { weight: 1, arbitrary: fc.tuple(number, fc.constantFrom(1, 1, 3)).map(args => dispute(...args)) },
  {
    weight: 2,
    arbitrary: fc.tuple(number, fc.constantFrom('won', 'lost')).map(args => closeDispute(...args)),
  },
  { weight: 2, arbitrary: number.map(winLate) },
  { weight: 3, arbitrary: fc.constantFrom(1, 2, 3).map(withdraw) },
  { weight: 2, arbitrary: fc.constantFrom('paid', 'paid', 'failed').map(endPayout) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('deliver', 'hold', 'drop'), fc.constantFrom(1, 3))
      .map(args => webhooks(...args)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('error', 'rate_limit', 'conflict', 'reset_before', 'reset_after', 'malformed'),
        fc.constantFrom(
          '/v1/refunds*',
          '/v1/transfers*',
          '/v1/payouts*',
          '/v1/disputes*',
          '/v1/events*',
          '/v1/checkout*',
        ),
        fc.constantFrom(1, 3, 5),
      )
      .map(args => fault(...args)),
  },
)

/** A sequence of up to this many events for the money of one tutor and their students. */
export function sequences(longest: number) {
  const commands = steps.map(
    ({ name, able, run }): Command => ({
      check: model => able?.(model) ?? true,
      run: (model, world) => run(world, model),
      toString: () => name,
    }),
  )
  return fc.commands([commands], { maxCommands: longest, size: 'max' })
}

/** The product's view of the world's money, in the model's terms. */
export async function moneyOf({ stack, tutor, students }: MoneyWorld) {
  const { balances } = await must(tutor, wallets.view, { query: {} })
  const spent = []
  for (const student of students) {
    let cents = 0
    let cursor: string | undefined
    do {
      const page = await must(student, wallets.transactions, {
        query: { limit: 50, ...(cursor && { cursor }) },
      })
      for (const { of, type, amount } of page.transactions) {
        if (of === 'card') cents += decimalToCents(amount)! * (type === 'debit' ? 1 : -1)
      }
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    spent.push(cents)
  }
  const signed = (text: string) =>
    text.startsWith('-') ? -decimalToCents(text.slice(1))! : decimalToCents(text)!
  await stack.jobsDone()
  return {
    wallet: {
      pending: signed(balances.pending),
      available: signed(balances.available),
      frozen: signed(balances.frozen),
      underWay: signed(balances.under_way),
      paidOut: signed(balances.paid_out),
    },
    spent,
  }
}
