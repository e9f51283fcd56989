import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallets } from '#shared/api/wallets.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { beginJob, jobsUnderWay } from '../../../local/jobs.ts'
import { banks } from '../../../local/payments/bank-accounts.ts'
import { faultKinds } from '../../../local/payments/tables.ts'
import { controlPayments, moneyDone } from '../../../test/factories/bookings.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkLedger } from '../ledger/check.ts'

/** K-4 for the provider calls of a withdrawal: a transfer, a payout, and the reversal. */
const steps = ['/v1/transfers', '/v1/payouts', '/v1/transfers/*/reversals']

const people = { gwen: 'gwen.good', carl: 'carl.closed' }
const each = 1500
const longest = 15

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'silent' })
  await onboard(stack, await stack.signIn(people.gwen))
  await onboard(stack, await stack.signIn(people.carl), banks.closed)
  for (const name of Object.values(people)) await earn(stack, name, each * faultKinds.length)
})

afterAll(() => stack?.close())

test('whatever the provider does, each step of a withdrawal is made once, and its money is where that leaves it', async () => {
  for (const path of steps) {
    for (const kind of faultKinds) {
      await controlPayments(stack, 'faults', { kind, method: 'POST', path, delay_ms: '50' })
    }
  }
  const arriving = await withdrawAll(people.gwen)
  const returning = await withdrawAll(people.carl)
  await goOn(['sent', 'paid', 'failed'])
  stack.clock.advance({ hours: 49 })
  await controlPayments(stack, 'catch-up')
  await goOn(['paid', 'failed'])

  const there = await provider()
  expect(there.fault).toEqual([])
  const amounts = (made: Made[], id: string) =>
    made.filter(({ metadata }) => metadata.withdrawal_id === id).map(({ amount }) => amount)
  for (const id of [...arriving, ...returning]) {
    const back = returning.includes(id)
    expect(await rowOf(id)).toMatchObject({
      state: back ? 'failed' : 'paid',
      failure: back ? 'The bank account is closed.' : null,
    })
    expect(amounts(there.transfer, id)).toEqual([each])
    expect(
      amounts(
        there.payout.map(({ object }) => object),
        id,
      ),
    ).toEqual([each])
    expect(amounts(there.reversal, id)).toEqual(back ? [each] : [])
  }
  const all = centsToDecimal(each * faultKinds.length)
  expect(await balancesOf(people.gwen)).toMatchObject({ available: '0.00', under_way: '0.00', paid_out: all })
  expect(await balancesOf(people.carl)).toMatchObject({ available: all, under_way: '0.00', paid_out: '0.00' })
  expect(await checkLedger(stack.db)).toEqual([])
}, 120_000)

async function withdrawAll(name: string): Promise<string[]> {
  const person = await stack.signIn(name)
  const asked = await Promise.all(faultKinds.map(() => withdraw(person, each)))
  expect(asked.map(({ status }) => status)).toEqual(faultKinds.map(() => 200))
  return asked.map(({ id }) => id)
}

async function balancesOf(name: string) {
  // A new login: the old one ended on one of the days that passed.
  const { body } = await (await stack.signIn(name)).call(wallets.view, { query: {} })
  return body.balances
}

type Made = { amount: number; metadata: { withdrawal_id?: string } }

async function provider() {
  const answer = await fetch(`${stack.url}/local/payments/control/state`)
  return (await answer.json()) as {
    fault: object[]
    transfer: Made[]
    reversal: Made[]
    payout: { object: Made }[]
  }
}

async function rowOf(id: string) {
  return stack.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Waits until all withdrawals are in one of the states. A refusal that the provider stores under the key goes
 * away only a day later, when the key is forgotten.
 */
async function goOn(states: string[]): Promise<void> {
  await moneyGoesOn()
  for (let round = 1; ; round++) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from withdrawals where state <> all(${states})`.execute(stack.db)
    if (rows[0]!.waiting === 0) return
    if (round > longest) throw new Error(`${rows[0]!.waiting} withdrawals come to no end`)
    // First within the day in which the key alone identifies a step.
    stack.clock.advance(round <= 2 ? { minutes: 3 } : { hours: 25 })
    await beginJob(stack.db, 'reconcile-payments')
    await moneyGoesOn()
  }
}

/** Runs everything, without automatic retries: the pauses between them would take minutes. */
async function moneyGoesOn(): Promise<void> {
  await controlPayments(stack, 'webhooks/settle')
  await eventually('no job runs', async () => {
    await sql`update pgboss.job set state = 'failed' where name = 'withdrawal' and state = 'retry'`.execute(
      stack.db,
    )
    return (await jobsUnderWay(stack.db)) === 0
  })
  await moneyDone(stack)
}
