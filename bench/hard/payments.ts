import { sql } from 'kysely'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { checkMoney } from '#server/product/ledger/jobs.ts'
import { bookings } from '#shared/api/bookings.ts'
import { jobsUnderWay } from '../../local/jobs.ts'
import { localSecretKey } from '../../local/payments/payments.ts'
import { controlPayments, moneyDone, pay } from '../../test/factories/bookings.ts'
import { range } from '../../test/factories/made-up.ts'
import { closeDispute, dispute, refundAtProvider, stopTheClock } from '../../test/factories/money.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { mapConcurrently } from '../../test/harness/map-concurrently.ts'
import type { Stack } from '../../test/harness/stack.ts'
import { type Held, holdFor, makeCrowd } from '../../test/money/crowd.ts'
import { payThroughFaults } from '../../test/money/faults.ts'
import { onStack } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'
import { repeat } from './repeat.ts'

export const paymentTargets: Record<string, Target> = {
  'K-4': {
    asks: '5,000 payments, the provider doing all it can do wrong on each call: charges = paid bookings + refunds',
    async run(run) {
      const attempts = run.count(5_000)
      const laps = Math.max(1, Math.round(attempts / 100))
      await onStack({ LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '20' }, async stack => {
        await stopTheClock(stack)
        const outcome = await payThroughFaults(stack, { attempts, laps, hangsMs: 11_000 })
        const { charges, booked, givenBack, uncharged, unmet, wrong } = outcome
        run.report({
          what: `${attempts} attempts to pay, ${laps * 66} faults`,
          figures: `${charges} charges = ${booked} bookings + ${givenBack} given back in full; ${uncharged} never charged; ${unmet} faults unmet; wrong: ${told(wrong)}`,
          kept: charges === booked + givenBack && wrong.length === 0 && unmet === 0,
        })
      })
      await repeat(run, ['server/product/withdrawals/faults.test.ts'], run.count(10))
    },
  },
  'W-1': {
    asks: '20,000 deliveries of events: doubled, at once, in every order, late, forged: heard once, or not at all',
    run: run => repeat(run, ['server/product/payments/webhooks.test.ts'], run.count(9)),
  },
  'W-4': payTarget('500 payments without any webhook: all found within two looks', unheard),
  'W-5': payTarget('1,000 returns from a Checkout that wasn’t paid: no booking is confirmed', forgedReturns),
  'W-6': payTarget(
    '500 payments that come late for a free time, 500 for one that is gone: seated, or given back',
    lateOnes,
  ),
  'W-7': {
    asks: 'refunds and disputes at four moments, full and in part, won and lost: 24 cases as written by hand',
    run: run => repeat(run, ['server/product/payments/matrix.test.ts'], 1),
  },
  'M-3': {
    asks: 'a rate that changes between look and Checkout, 100 times: nobody is charged more than they were shown',
    run: run => repeat(run, ['server/product/payments/fee.test.ts'], 1),
  },
}

function payTarget(asks: string, work: (stack: Stack, run: Run) => Promise<void>): Target {
  return {
    asks,
    run: run =>
      onStack({ LOG_LEVEL: 'fatal', DATABASE_POOL_SIZE: '20' }, async stack => {
        await stopTheClock(stack)
        await work(stack, run)
      }),
  }
}

const longestMs = 15 * 60_000

/** Runs the due jobs, and everything that follows: hundreds of bookings take a while. */
async function done(stack: Stack, job: 'reconcile-payments' | 'settle-bookings'): Promise<void> {
  stack.clock.advance({ minutes: 3 })
  await sql`insert into pgboss.job (name, data) values (${job}, '{}')`.execute(stack.db)
  const isDone = async () => {
    await controlPayments(stack, 'webhooks/settle')
    return (await jobsUnderWay(stack.db)) === 0
  }
  await eventually('all that follows is done', isDone, longestMs)
}

const told = (wrong: string[]) => (wrong.length === 0 ? 'nothing' : wrong.slice(0, 5).join('; '))

/** The findings of the money check, in the ledger and against the provider's lists. */
async function findings({ databaseUrl, url }: Stack): Promise<string[]> {
  const stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: url } })
  return (await checkMoney(databaseUrl, stripe)).map(({ kind, text }) => `${kind}: ${text}`)
}

/** How many of these bookings are in each state. */
async function states({ db }: Stack, some: { id: string }[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from bookings
    where id = any(${some.map(({ id }) => id)}::uuid[]) group by state`.execute(db)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function unheard(stack: Stack, { count, report }: Run): Promise<void> {
  const payments = count(500)
  // A payment without an event counts as unpaid, so each student books only a few times at once.
  const crowd = await makeCrowd(stack, payments, Math.ceil(payments / 2) | 1)
  await controlPayments(stack, 'webhooks', { mode: 'drop' })
  const paid = await mapConcurrently(range(0, payments), 20, () => crowd.paid())
  // Of each five one stays as it is, one is refunded, and three are disputed: open, lost and won.
  await mapConcurrently(range(0, payments), 20, async n => {
    const { id } = paid[n]!
    if (n % 5 === 1) await refundAtProvider(stack, id, 2000)
    if (n % 5 > 1) {
      const opened = await dispute(stack, id)
      if (n % 5 > 2) await closeDispute(stack, opened, n % 5 === 3 ? 'lost' : 'won')
    }
  })
  await done(stack, 'reconcile-payments')
  const once = await states(stack, paid)
  await done(stack, 'reconcile-payments')
  const found = await states(stack, paid)
  const wrong = await findings(stack)
  const lost = paid.filter((_, n) => n % 5 === 3).length
  report({
    what: `${payments} payments with webhooks off`,
    figures: `after one look ${JSON.stringify(once)}, after two ${JSON.stringify(found)} (${lost} lost to a bank); the check finds ${told(wrong)}`,
    kept: found.requested === payments - lost && (found.cancelled ?? 0) === lost && wrong.length === 0,
  })
}

async function forgedReturns(stack: Stack, { count, report }: Run): Promise<void> {
  const returns = count(1_000)
  const crowd = await makeCrowd(stack, 60)
  const unpaid = await mapConcurrently(range(0, 50), 20, () => crowd.held())
  const paid = await mapConcurrently(range(0, 10), 20, () => crowd.paid())
  await moneyDone(stack)
  const { rows } = await sql<{ checkout: string }>`
    select checkout_id as checkout from payments where booking_id = any(${paid.map(({ id }) => id)}::uuid[])`.execute(
    stack.db,
  )
  const answers = await mapConcurrently(range(0, returns), 20, async n => {
    const { student, id } = unpaid[n % unpaid.length]!
    const another = rows[n % rows.length]!.checkout
    const claims = ['', `&session_id=${another}`, `&session_id=cs_test_${n}`, `&payment_status=paid`]
    const page = await student.fetch(`/booking/${id}?paid=1${claims[n % claims.length]}`)
    await page.body?.cancel()
    return (await student.call(bookings.get, { params: { id }, query: {} })).body.booking.status
  })
  await moneyDone(stack)
  const found = await states(stack, unpaid)
  report({
    what: `${returns} forged returns`,
    figures: `${answers.filter(status => status !== 'held').length} answered as paid; of the bookings ${JSON.stringify(found)}`,
    kept: answers.every(status => status === 'held') && found.held === unpaid.length,
  })
}

async function lateOnes(stack: Stack, { count, report }: Run): Promise<void> {
  const each = count(500)
  const crowd = await makeCrowd(stack, 2 * each, each | 1)
  await controlPayments(stack, 'webhooks', { mode: 'hold' })
  const free = await mapConcurrently(range(0, each), 20, () => crowd.paid())
  // No event reports the payments; the holds are over, and the job runs before the webhooks arrive.
  stack.clock.advance({ minutes: 31 })
  await done(stack, 'settle-bookings')
  await controlPayments(stack, 'webhooks/release', { order: 'shuffled' })
  await done(stack, 'settle-bookings')
  const seated = await states(stack, free)
  report({
    what: `${each} payments heard of after their hold, the time still free`,
    figures: `${JSON.stringify(seated)}, ${await refundedOf(stack, free)} given back, ${await toldLate(stack, free)} told`,
    kept: seated.requested === each && (await refundedOf(stack, free)) === 0,
  })

  await controlPayments(stack, 'webhooks', { mode: 'hold' })
  const gone = await mapConcurrently(range(0, each), 20, async n => {
    const late = await crowd.paid()
    // What only a Checkout could do that the provider kept open despite being told to end it.
    await sql`update bookings set state = 'expired' where id = ${late.id}`.execute(stack.db)
    await sql`update payments set state = 'ended' where booking_id = ${late.id}`.execute(stack.db)
    const other = await stack.signIn(`other${n}`)
    const taker = await holdFor({ student: other, postId: late.postId, slot: late.slot })
    await pay(taker.url)
    return { late, taker }
  })
  await controlPayments(stack, 'webhooks/release', { order: 'shuffled' })
  await done(stack, 'settle-bookings')
  const [late, takers] = [gone.map(one => one.late), gone.map(one => one.taker)]
  const [lateStates, takerStates] = [await states(stack, late), await states(stack, takers)]
  const [back, heard] = [await refundedOf(stack, late), await toldLate(stack, late)]
  const wrong = await findings(stack)
  report({
    what: `${each} payments for a time that someone else has`,
    figures: `${JSON.stringify(lateStates)}, ${back} given back in full once, ${heard} told once; the others ${JSON.stringify(takerStates)}; the check finds ${told(wrong)}`,
    kept:
      lateStates.expired === each &&
      takerStates.requested === each &&
      back === each &&
      heard === each &&
      wrong.length === 0,
  })
}

/** How many were refunded in full by exactly one refund at the provider. */
async function refundedOf({ url }: Stack, some: Pick<Held, 'id'>[]): Promise<number> {
  const state = await (await fetch(`${url}/local/payments/control/state`)).json()
  const { refund } = state as { refund: { amount: number; metadata: { booking_id: string } }[] }
  const made = Map.groupBy(refund, ({ metadata }) => metadata.booking_id)
  return some.filter(({ id }) => made.get(id)?.length === 1 && made.get(id)![0]!.amount === 2000).length
}

async function toldLate({ db }: Stack, some: Pick<Held, 'id'>[]): Promise<number> {
  const { rows } = await sql`
    select facts->>'booking_id' from alerts where kind = 'booking_paid_late'
      and facts->>'booking_id' = any(${some.map(({ id }) => id)}) group by 1 having count(*) = 1`.execute(db)
  return rows.length
}
