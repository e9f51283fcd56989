import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { admin, type StuckWithdrawal } from '#shared/api/admin.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { controlPayments, moneyDone } from '../../../test/factories/bookings.ts'
import { mailsTo } from '../../../test/factories/mails.ts'
import { balanceOf, reconcileDone, stopTheClock } from '../../../test/factories/money.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { checkMoney } from '../ledger/jobs.ts'
import { findWithdrawal } from './withdrawal.ts'

let stack: Stack
let stripe: Stripe

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'silent' })
  await stopTheClock(stack)
  stripe = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
})

afterAll(() => stack?.close())

async function tutor(name: string): Promise<{ person: Person; account: string }> {
  const person = await stack.signIn(name)
  const account = await onboard(stack, person)
  await earn(stack, name, 5000)
  return { person, account }
}

/** A withdrawal whose account was disconnected after the payout was sent. */
async function lose(name: string, cents: number): Promise<{ id: string; payout: string }> {
  const { person, account } = await tutor(name)
  const { id } = await withdraw(person, cents)
  await moneyDone(stack)
  await controlPayments(stack, `accounts/${account}`, { state: 'deauthorized' })
  await reconcileDone(stack)
  const { payout_id } = await stack.db
    .selectFrom('withdrawals')
    .select('payout_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, payout: payout_id! }
}

/** As an operator sees a withdrawal. No login outlasts the days that pass here. */
async function stuck(id: string): Promise<StuckWithdrawal | undefined> {
  const operator = await stack.signIn('opal.operator')
  return (await operator.call(admin.stuckWithdrawals)).body.withdrawals.find(one => one.id === id)
}

/** Lets days pass without any news of the provider, and what runs every five minutes run. */
async function pass(days: number): Promise<void> {
  stack.clock.advance({ hours: days * 24 })
  await reconcileDone(stack)
}

/** Why it is stuck, by each mail about it. */
async function mailsAbout(amount: string): Promise<string[]> {
  const mails = await mailsTo(stack, 'opal.operator')
  return mails
    .filter(({ subject }) => subject === `A withdrawal of ${amount} is stuck`)
    .map(({ text }) => text.split('\n')[0]!)
}

describe('a withdrawal that is stuck is shown to operators, who get one mail,', () => {
  test('if it can’t be sent for a day', async () => {
    await controlPayments(stack, 'balance', { add: '-1000000' })
    const { person, account } = await tutor('rita.requested')
    const { id } = await withdraw(person, 1100)
    await moneyDone(stack)
    await reconcileDone(stack)
    expect([await stuck(id), await mailsAbout('$11.00')]).toEqual([undefined, []])
    await pass(1)
    expect(await stuck(id)).toEqual({
      id,
      name: 'Rita Requested',
      username: 'rita.requested',
      amount: '11.00',
      state: 'requested',
      since: expect.any(String),
      account_id: account,
      transfer_id: null,
      payout_id: null,
      failure: null,
      account_lost: false,
    })
    await pass(1)
    expect(await mailsAbout('$11.00')).toEqual([
      'Not sent yet. The platform’s balance at the payment provider may be too low.',
    ])
    await controlPayments(stack, 'balance', { add: '1000000' })
    await reconcileDone(stack)
    expect(await stuck(id)).toBeUndefined()
  })

  test('if it reached the tutor’s account but can’t be paid out for a day', async () => {
    const { person } = await tutor('tess.transferred')
    await controlPayments(stack, 'faults', {
      kind: 'error',
      method: 'POST',
      path: '/v1/payouts',
      times: '9999',
    })
    const { id } = await withdraw(person, 4400)
    await moneyDone(stack)
    await pass(1)
    expect(await stuck(id)).toMatchObject({ state: 'requested', transfer_id: expect.any(String) })
    expect(await mailsAbout('$44.00')).toEqual([
      'It reached the tutor’s account at the payment provider, but couldn’t be paid out to their bank.',
    ])
    await controlPayments(stack, 'faults/clear')
    await pass(1)
    expect(await stuck(id)).toBeUndefined()
  })

  test('if its bank doesn’t confirm it for ten days', async () => {
    const { person } = await tutor('sara.sent')
    const { id } = await withdraw(person, 2200)
    await moneyDone(stack)
    const silent = { kind: 'error', method: 'GET', path: '/v1/payouts/*', times: '9999' }
    await controlPayments(stack, 'faults', silent)
    await pass(9)
    expect(await stuck(id)).toBeUndefined()
    await pass(2)
    expect(await stuck(id)).toMatchObject({ state: 'sent', account_lost: false })
    await pass(1)
    expect(await mailsAbout('$22.00')).toEqual([
      'The tutor’s bank hasn’t confirmed it. Look it up at the payment provider.',
    ])
    await controlPayments(stack, 'faults/clear')
    await pass(1)
    expect(await stuck(id)).toBeUndefined()
  })

  test('at once, if its account was closed or disconnected', async () => {
    const { id } = await lose('cleo.closed', 1700)
    expect(await stuck(id)).toMatchObject({ state: 'sent', account_lost: true })
    await pass(11)
    expect(await mailsAbout('$17.00')).toEqual([
      'The tutor’s account at the payment provider was closed or disconnected, so we can’t see whether the money arrived. Look it up there.',
    ])
  })

  test('if it can’t be returned for a day', async () => {
    const { person } = await tutor('rory.returning')
    const { id } = await withdraw(person, 3300)
    await moneyDone(stack)
    const { payout_id } = await stack.db
      .selectFrom('withdrawals')
      .select('payout_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const refused = { kind: 'refuse', method: 'POST', path: '/v1/transfers/*/reversals', times: '9999' }
    await controlPayments(stack, 'faults', refused)
    stack.clock.advance({ hours: 2 * 24 - 1 })
    await controlPayments(stack, `payouts/${payout_id}/end`, { outcome: 'failed' })
    await moneyDone(stack)
    await reconcileDone(stack)
    expect(await stuck(id)).toBeUndefined()
    await pass(1)
    expect(await stuck(id)).toMatchObject({ state: 'returning', failure: expect.any(String), payout_id })
    expect(await mailsAbout('$33.00')).toEqual([
      'It’s on its way back to the wallet, but the payment provider hasn’t given the money back.',
    ])
    await controlPayments(stack, 'faults/clear')
    // The provider repeats its refusal for a day.
    await pass(1)
    expect(await stuck(id)).toBeUndefined()
  })

  test('but none that comes so late that the withdrawal has gone on', async () => {
    await controlPayments(stack, 'balance', { add: '-1000000' })
    const { person } = await tutor('lena.late')
    const { id } = await withdraw(person, 4500)
    await moneyDone(stack)
    await sql`
      create function platform.delay() returns trigger language plpgsql as
        'begin new.start_after := now() + interval ''1 hour''; return new; end'`.execute(stack.db)
    await sql`
      create trigger delay before insert on pgboss.job for each row when (new.name = 'money-mail')
      execute function platform.delay()`.execute(stack.db)
    await pass(1)
    expect(await stuck(id)).toMatchObject({ state: 'requested' })
    await controlPayments(stack, 'balance', { add: '1000000' })
    await reconcileDone(stack)
    const { rows } = await sql<{ state: string }>`
      select withdrawals.state from pgboss.job join withdrawals on data -> 'waiting' ->> 'withdrawalId' = withdrawals.id::text
      where name = 'money-mail' and job.state = 'created' and withdrawals.id = ${id}`.execute(stack.db)
    expect(rows).toEqual([{ state: 'sent' }])
    await sql`drop trigger delay on pgboss.job`.execute(stack.db)
    await sql`update pgboss.job set start_after = now() where name = 'money-mail'`.execute(stack.db)
    expect(await mailsAbout('$45.00')).toEqual([])
  })
})

test('stuck withdrawals are shown to operators only', async () => {
  expect((await (await stack.signIn('tim.tutor')).call(admin.stuckWithdrawals)).status).toBe(403)
})

describe('after what docs/operations.md tells operators to do, a withdrawal whose account was lost', () => {
  /** Runs the statement that begins so; returns how many rows it wrote. */
  async function follow(begins: string, payout: string): Promise<bigint | undefined> {
    const operations = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
    const statement = new RegExp(`^${begins}.*?;$`, 'ms').exec(operations)![0]
    return (await sql.raw(statement.replaceAll('po_…', payout)).execute(stack.db)).numAffectedRows
  }

  const recordArrival = (payout: string) => follow('with arrived as', payout)
  const takeBack = (payout: string) => follow('update withdrawals', payout)

  /** Where the tutor's money is, if the books and the provider agree. */
  async function end(id: string, name: string) {
    expect(await checkMoney(stack.databaseUrl, stripe)).toEqual([])
    expect(await stuck(id)).toBeUndefined()
    const { state } = (await findWithdrawal(stack.db, id))!
    const balances = ['available', 'payouts', 'connected'].map(kind => balanceOf(stack, name, kind))
    return [state, ...(await Promise.all(balances))]
  }

  test('has arrived', async () => {
    const { id, payout } = await lose('ada.arrived', 1800)
    expect(await recordArrival(payout)).toBe(2n)
    expect(await end(id, 'ada.arrived')).toEqual(['paid', 3200, 0, 0])
    expect([await recordArrival(payout), await takeBack(payout)]).toEqual([0n, 0n])
  })

  test('is back in the wallet, which its tutor is told', async () => {
    const { id, payout } = await lose('bea.back', 1900)
    await controlPayments(stack, `payouts/${payout}/end`, { outcome: 'failed' })
    expect(await takeBack(payout)).toBe(1n)
    await reconcileDone(stack)
    expect(await end(id, 'bea.back')).toEqual(['failed', 5000, 0, 0])
    const [mail] = await mailsTo(stack, 'bea.back')
    expect(mail!.text).toContain('The bank sent it back.')
  })

  test('is paid by other means if the provider doesn’t give it back', async () => {
    const { id, payout } = await lose('kim.kept', 2100)
    expect(await takeBack(payout)).toBe(1n)
    // Nothing came back to the account, so there is nothing to take.
    await pass(1)
    expect(await stuck(id)).toMatchObject({ state: 'returning', account_lost: true })
    expect(await recordArrival(payout)).toBe(2n)
    await pass(1)
    expect(await end(id, 'kim.kept')).toEqual(['paid', 2900, 0, 0])
  })
})
