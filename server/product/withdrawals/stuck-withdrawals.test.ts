import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, type StuckWithdrawal } from '#shared/api/admin.ts'
import { controlPayments, moneyDone } from '../../../test/factories/bookings.ts'
import { reconcileDone, stopTheClock } from '../../../test/factories/money.ts'
import { mailsTo } from '../../../test/factories/sessions.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'silent' })
  await stopTheClock(stack)
})

afterAll(() => stack?.close())

async function tutor(name: string): Promise<{ person: Person; account: string }> {
  const person = await stack.signIn(name)
  const account = await onboard(stack, person)
  await earn(stack, name, 5000)
  return { person, account }
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

async function mailsAbout(amount: string): Promise<number> {
  const mails = await mailsTo(stack, 'opal.operator')
  return mails.filter(({ subject }) => subject === `A withdrawal of ${amount} is stuck`).length
}

describe('a withdrawal that is stuck is shown to operators, who get one mail,', () => {
  test('if it can’t be sent for a day', async () => {
    await controlPayments(stack, 'balance', { add: '-1000000' })
    const { person, account } = await tutor('rita.requested')
    const { id } = await withdraw(person, 1100)
    await moneyDone(stack)
    await reconcileDone(stack)
    expect([await stuck(id), await mailsAbout('$11.00')]).toEqual([undefined, 0])
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
    expect(await mailsAbout('$11.00')).toBe(1)
    await controlPayments(stack, 'balance', { add: '1000000' })
    await reconcileDone(stack)
    expect(await stuck(id)).toBeUndefined()
  })

  test('if nobody hears of it for ten days, as when its account was disconnected', async () => {
    const { person, account } = await tutor('sara.sent')
    const { id } = await withdraw(person, 2200)
    await moneyDone(stack)
    await controlPayments(stack, `accounts/${account}`, { state: 'deauthorized' })
    await pass(9)
    expect(await stuck(id)).toBeUndefined()
    await pass(2)
    expect(await stuck(id)).toMatchObject({ state: 'sent', account_lost: true })
    await pass(1)
    expect(await mailsAbout('$22.00')).toBe(1)
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
    expect(await mailsAbout('$33.00')).toBe(1)
    await controlPayments(stack, 'faults/clear')
    // The provider repeats its refusal for a day.
    await pass(1)
    expect(await stuck(id)).toBeUndefined()
  })

  test('and to nobody else', async () => {
    expect((await (await stack.signIn('tim.tutor')).call(admin.stuckWithdrawals)).status).toBe(403)
  })
})
