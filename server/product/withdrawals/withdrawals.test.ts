import { sql } from 'kysely'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStripe } from '#server/platform/payments/stripe.ts'
import { admin } from '#shared/api/admin.ts'
import { payouts } from '#shared/api/payouts.ts'
import { wallets } from '#shared/api/wallets.ts'
import { beginJob } from '../../../local/jobs.ts'
import { banks } from '../../../local/payments/bank-accounts.ts'
import { localSecretKey } from '../../../local/payments/payments.ts'
import { controlPayments, moneyDone } from '../../../test/factories/bookings.ts'
import { balanceOf, reconcileDone } from '../../../test/factories/money.ts'
import { earn, onboard, withdraw } from '../../../test/factories/wallets.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { untilFree } from '../../../test/harness/until-free.ts'
import { checkLedger } from '../ledger/check.ts'
import { checkProvider } from '../ledger/check-provider.ts'
import { checkMoney } from '../ledger/jobs.ts'
import { post } from '../ledger/post.ts'
import { withdrawn } from '../ledger/postings.ts'
import { bookTransfer } from './book-transfer.ts'

let stack: Stack
let provider: Stripe

beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: 'fatal' })
  provider = createStripe({ stripe: { secretKey: localSecretKey, apiUrl: stack.url } })
})

afterAll(async () => {
  expect(await checkLedger(stack.db)).toEqual([])
  expect(await checkProvider(stack.db, provider)).toEqual([])
  await stack?.close()
})

afterEach(() => controlPayments(stack, 'faults/clear'))

async function tutor(
  name: string,
  cents: number,
  bank?: string,
): Promise<{ person: Person; account: string }> {
  const person = await stack.signIn(name)
  const account = await onboard(stack, person, bank)
  if (cents > 0) await earn(stack, name, cents)
  return { person, account }
}

const balances = async (person: Person) => (await person.call(wallets.view, { query: {} })).body.balances

async function row(id: string) {
  return stack.db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

type Object = { id: string; amount: number; destination: string; amount_reversed: number; status: string }

async function there(account: string) {
  const answer = await fetch(`${stack.url}/local/payments/control/state`)
  const { transfer, payout } = (await answer.json()) as {
    transfer: Object[]
    payout: { account: string; object: Object }[]
  }
  return {
    transfers: transfer.filter(({ destination }) => destination === account),
    payouts: payout.filter(({ account: of }) => of === account).map(({ object }) => object),
  }
}

async function alertsOf(name: string) {
  const { rows } = await sql<{ kind: string; facts: unknown }>`
    select kind, facts from alerts join users on users.id = user_id
    where username = ${name} and kind in ('payout_paid', 'payout_failed') order by alerts.id`.execute(
    stack.db,
  )
  return rows
}

async function waitingEvents(account: string): Promise<number> {
  const { rows } =
    await sql`select from stripe_events where account_id = ${account} and applied_at is null`.execute(
      stack.db,
    )
  return rows.length
}

/** Two business days later, when payouts have arrived or come back. */
async function arrive() {
  stack.clock.advance({ hours: 49 })
  await controlPayments(stack, 'catch-up')
  await moneyDone(stack)
}

/** Stops the retries of the job. */
async function giveUp() {
  await eventually('the job is given up', async () => {
    const { rows } = await sql`
      update pgboss.job set state = 'failed' where name = 'withdrawal' and state = 'retry' returning id`.execute(
      stack.db,
    )
    return rows.length > 0
  })
}

describe('a withdrawal', () => {
  test('takes money from the wallet, sends it to the bank, and says when it arrived', async () => {
    const { person, account } = await tutor('wanda.well', 5000)
    const asked = await withdraw(person, 3250)
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(asked.body.withdrawal).toEqual({ id: asked.id, amount: '32.50', state: 'requested' })
    expect(await balances(person)).toMatchObject({ available: '17.50', under_way: '32.50', paid_out: '0.00' })
    await moneyDone(stack)
    expect(await row(asked.id)).toMatchObject({ state: 'sent', account_id: account })
    await arrive()
    expect(await row(asked.id)).toMatchObject({ state: 'paid', failure: null })
    expect(await balances(person)).toMatchObject({ available: '17.50', under_way: '0.00', paid_out: '32.50' })
    expect(await there(account)).toMatchObject({
      transfers: [{ amount: 3250, amount_reversed: 0 }],
      payouts: [{ amount: 3250, status: 'paid' }],
    })
    expect(await alertsOf('wanda.well')).toEqual([{ kind: 'payout_paid', facts: { amount: '$32.50' } }])
    expect(await (await fetch(`${stack.url}/local/mail`)).text()).toContain('$32.50 is in your bank account')
  })

  test('sent again is the same one, and its id can’t be used for anything else', async () => {
    const { person, account } = await tutor('rory.repeat', 5000)
    const first = await withdraw(person, 2000)
    await moneyDone(stack)
    const again = await withdraw(person, 2000, first.id)
    expect(again.body.withdrawal).toEqual({ id: first.id, amount: '20.00', state: 'sent' })
    const otherAmount = await withdraw(person, 2100, first.id)
    const { person: stranger } = await tutor('sly.stranger', 5000)
    const others = await withdraw(stranger, 2000, first.id)
    expect([otherAmount.status, others.status, others.problem.detail]).toEqual([
      409,
      409,
      otherAmount.problem.detail,
    ])
    await moneyDone(stack)
    expect((await there(account)).transfers).toHaveLength(1)
    expect(await balances(stranger)).toMatchObject({ available: '50.00' })
    await arrive()
  })

  test('needs the terms, an account ready for payouts, the checkbox, and an available amount', async () => {
    const una = await stack.signIn('una.unready')
    await earn(stack, 'una.unready', 5000)
    const told = async (cents: number) => {
      const { status, problem } = await withdraw(una, cents)
      return [status, problem.detail]
    }
    expect(await told(1000)).toEqual([409, 'Agree to the wallet’s terms and conditions first.'])
    await una.call(wallets.create, { body: { terms: true } })
    expect(await told(1000)).toEqual([409, 'Add your bank account first.'])
    const account = await onboard(stack, una)
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    await moneyDone(stack)
    expect((await told(1000))[1]).toContain('Stripe can’t pay you right now.')
    await controlPayments(stack, `accounts/${account}`, { state: 'enabled' })
    await moneyDone(stack)
    expect(await told(5001)).toEqual([409, 'You have $50.00 to withdraw.'])
    expect(await told(99_999_999_999)).toEqual([409, 'You have $50.00 to withdraw.'])
    expect(await told(99)).toEqual([422, 'Withdraw at least $1.00.'])
    const body = { id: crypto.randomUUID(), amount: '10.00', confirm: false as true }
    expect((await una.call(wallets.withdraw, { body })).problem.detail).toBe('Confirm the withdrawal first.')
    for (const amount of ['-5.00', '1e3', '10', '']) {
      const { status } = await una.call(wallets.withdraw, { body: { ...body, amount, confirm: true } })
      expect([amount, status]).toEqual([amount, 422])
    }
    expect(await balances(una)).toMatchObject({ available: '50.00', under_way: '0.00' })
    expect((await there(account)).transfers).toEqual([])
  })

  test('requested a hundred times at once, on two servers, pays out exactly the balance', async () => {
    const { person, account } = await tutor('hana.hundred', 4000)
    const elsewhere = new Person(await stack.startSecond())
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value)
    const asked = await Promise.all(
      Array.from({ length: 100 }, (_, n) => untilFree(() => withdraw(n % 2 ? person : elsewhere, 700))),
    )
    const taken = asked.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(5)
    const refused = asked.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, problem }) => `${status} ${problem.detail}`))).toEqual(
      new Set(['409 You have $5.00 to withdraw.']),
    )
    await moneyDone(stack)
    await arrive()
    const { transfers, payouts } = await there(account)
    expect([transfers.map(({ amount }) => amount), payouts.map(({ amount }) => amount)]).toEqual([
      [700, 700, 700, 700, 700],
      [700, 700, 700, 700, 700],
    ])
    expect(await balances(person)).toMatchObject({ available: '5.00', under_way: '0.00', paid_out: '35.00' })
  })

  test('sent twice at once is one withdrawal, also where the second finds its money gone', async () => {
    const { person, account } = await tutor('tess.twice', 1500)
    const id = crypto.randomUUID()
    const second = await stack.db.transaction().execute(async trx => {
      // It has found no such withdrawal, and waits here while the first one is made.
      await sql`lock table payout_accounts in access exclusive mode`.execute(trx)
      const asked = withdraw(person, 1000, id)
      await eventually('the second waits', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and query like '%payout_accounts%'`.execute(
          stack.db,
        )
        return rows.length > 0
      })
      const at = stack.clock.now()
      const { id: userId } = await trx
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'tess.twice')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('withdrawals')
        .values({ id, user_id: userId, amount_cents: 1000, account_id: account, created_at: at })
        .execute()
      await post(trx, at, withdrawn({ id, userId, cents: 1000 }))
      return { asked }
    })
    expect(await second.asked).toMatchObject({ status: 200, body: { withdrawal: { id, amount: '10.00' } } })
    expect(await balances(person)).toMatchObject({ available: '5.00', under_way: '10.00' })
    stack.clock.advance({ minutes: 30 })
    await reconcileDone(stack)
    await arrive()
    expect(await balances(person)).toMatchObject({ available: '5.00', paid_out: '10.00' })
  })
})

describe('a returned withdrawal', () => {
  test('is in the wallet again, with the reason, if the bank account is closed', async () => {
    const { person, account } = await tutor('carl.closed', 5000, banks.closed)
    const { id } = await withdraw(person, 4000)
    await moneyDone(stack)
    await arrive()
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'The bank account is closed.' })
    expect(await balances(person)).toMatchObject({ available: '50.00', under_way: '0.00', paid_out: '0.00' })
    expect((await there(account)).transfers).toMatchObject([{ amount: 4000, amount_reversed: 4000 }])
    expect(await alertsOf('carl.closed')).toEqual([
      { kind: 'payout_failed', facts: { amount: '$40.00', reason: 'The bank account is closed.' } },
    ])
    expect((await withdraw(person, 1000)).status).toBe(409)
  })

  test('is in the wallet again even after it seemed to have arrived', async () => {
    const { person, account } = await tutor('lena.late', 5000)
    const { id } = await withdraw(person, 2500)
    await moneyDone(stack)
    await arrive()
    const { payout_id } = await row(id)
    await controlPayments(stack, `payouts/${payout_id}/end`, { outcome: 'failed' })
    await moneyDone(stack)
    expect(await row(id)).toMatchObject({ state: 'failed' })
    expect(await balances(person)).toMatchObject({ available: '50.00', paid_out: '0.00' })
    expect((await there(account)).transfers).toMatchObject([{ amount_reversed: 2500 }])
    expect((await alertsOf('lena.late')).map(({ kind }) => kind)).toEqual(['payout_paid', 'payout_failed'])
  })

  test('is in the wallet again if the account may no longer be paid, before and after the transfer', async () => {
    const { person, account } = await tutor('nora.notallowed', 5000)
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    const { id } = await withdraw(person, 2500)
    await moneyDone(stack)
    expect(await row(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Stripe can’t pay you'),
      transfer_id: null,
    })
    await controlPayments(stack, `accounts/${account}`, { state: 'enabled' })
    await controlPayments(stack, 'faults', { kind: 'slow', path: '/v1/payouts', delay_ms: '5000' })
    const second = await withdraw(person, 2500)
    await expect.poll(async () => (await row(second.id)).transfer_id).not.toBeNull()
    await controlPayments(stack, `accounts/${account}`, { state: 'restricted' })
    await moneyDone(stack)
    expect(await row(second.id)).toMatchObject({ state: 'failed', payout_id: null })
    expect((await there(account)).transfers).toMatchObject([{ amount: 2500, amount_reversed: 2500 }])
    expect(await balances(person)).toMatchObject({ available: '50.00', under_way: '0.00' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
  })
})

describe('a withdrawal at the provider', () => {
  test('waits while the balance is too low, and is made once it suffices', async () => {
    const { person, account } = await tutor('max.money', 5000)
    await controlPayments(stack, 'balance', { add: '-1000000' })
    const { id } = await withdraw(person, 5000)
    await giveUp()
    expect(await row(id)).toMatchObject({ state: 'requested', transfer_id: null, failure: null })
    expect((await row(id)).shortages).toBeGreaterThan(0)
    await controlPayments(stack, 'balance', { add: '1000000' })
    await reconcileDone(stack)
    expect(await row(id)).toMatchObject({ state: 'sent' })
    expect((await there(account)).transfers).toHaveLength(1)
    await arrive()
    expect(await balances(person)).toMatchObject({ paid_out: '50.00' })
  })

  test('of a person who is suspended before it is sent goes back into the wallet, and one that was sent arrives', async () => {
    const operator = await stack.signIn('opal.operator')
    const suspend = async (username: string) => {
      const answer = await operator.call(admin.suspend, { body: { username, reason: 'Sells exams.' } })
      expect(answer.status).toBe(200)
    }
    const waiting = await tutor('willa.waiting', 5000)
    await controlPayments(stack, 'balance', { add: '-1000000' })
    const { id } = await withdraw(waiting.person, 5000)
    await giveUp()
    await suspend('willa.waiting')
    await controlPayments(stack, 'balance', { add: '1000000' })
    const sent = await tutor('sid.sent', 5000)
    await controlPayments(stack, 'faults', { kind: 'reset_after', path: '/v1/transfers', times: '3' })
    const { id: sentId } = await withdraw(sent.person, 5000)
    await giveUp()
    await suspend('sid.sent')
    // A server may have begun to send them just before.
    await reconcileDone(stack)
    for (const one of [id, sentId]) expect(await row(one)).toMatchObject({ state: 'requested' })
    stack.clock.advance({ minutes: 15 })
    await reconcileDone(stack)
    expect(await row(id)).toMatchObject({ state: 'failed', failure: 'Your account is suspended.' })
    expect((await there(waiting.account)).transfers).toEqual([])
    expect(await balanceOf(stack, 'willa.waiting', 'available')).toBe(5000)
    expect(await row(sentId)).toMatchObject({ state: 'sent' })
    expect((await there(sent.account)).transfers).toHaveLength(1)
    await arrive()
  })

  test('is found in the provider’s lists once its key is forgotten, and not made again', async () => {
    const { person, account } = await tutor('fern.forgotten', 5000)
    const { id } = await withdraw(person, 2000)
    await moneyDone(stack)
    const { transfer_id, payout_id } = await row(id)
    // As if the answers had been lost, and nothing had been retried for more than a day.
    await sql`update withdrawals set state = 'requested', payout_id = null, transfer_id = null where id = ${id}`.execute(
      stack.db,
    )
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    stack.clock.advance({ hours: 30 })
    await reconcileDone(stack)
    expect(await row(id)).toMatchObject({ state: 'sent', transfer_id, payout_id })
    expect(await there(account)).toMatchObject({ transfers: [{ amount: 2000 }], payouts: [{ amount: 2000 }] })

    // No event ever reports its end.
    stack.clock.advance({ hours: 49 })
    await reconcileDone(stack)
    expect(await row(id)).toMatchObject({ state: 'paid' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
  })

  test('that has stalled goes on, however many others are on their way to a bank', async () => {
    const { person, account } = await tutor('stan.stalled', 5000)
    await sql`
      insert into withdrawals (id, user_id, amount_cents, state, account_id, transfer_id, payout_id, created_at)
      select gen_random_uuid(), user_id, 1, 'sent', account_id, 'tr_on_its_way_' || n, 'po_on_its_way_' || n,
        ${stack.clock.now().subtract({ hours: 48 })}
      from payout_accounts, generate_series(1, 200) n where account_id = ${account}`.execute(stack.db)
    await controlPayments(stack, 'faults', { kind: 'error', path: '/v1/transfers', times: '9999' })
    const { id } = await withdraw(person, 1000)
    await giveUp()
    await controlPayments(stack, 'faults/clear')
    stack.clock.advance({ minutes: 3 })
    await beginJob(stack.db, 'reconcile-payments')
    await eventually('it goes on', async () => (await row(id)).state === 'sent')
    await sql`delete from withdrawals where transfer_id like 'tr_on_its_way_%'`.execute(stack.db)
    await moneyDone(stack)
  })

  test('of an account that closed meanwhile holds up neither the check of the money nor its events', async () => {
    const { person, account } = await tutor('clara.closedthere', 5000)
    const { id } = await withdraw(person, 1000)
    await moneyDone(stack)
    await controlPayments(stack, 'webhooks', { mode: 'drop' })
    await controlPayments(stack, `accounts/${account}`, { state: 'deauthorized' })
    await controlPayments(stack, 'webhooks', { mode: 'deliver' })
    await arrive()
    expect(await row(id)).toMatchObject({ state: 'sent' })
    const { body } = await person.call(payouts.get)
    expect(body.account).toMatchObject({ state: 'rejected' })
    expect(await waitingEvents(account)).toBe(0)
    expect(await checkMoney(stack.databaseUrl, provider)).toEqual([])
    stack.clock.advance({ hours: 49 })
    await reconcileDone(stack)
    const { rows } = await sql`select from pgboss.job where name = 'withdrawal' and singleton_key = ${id}
      and state <> 'completed'`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('is applied even if the event comes before the answer', async () => {
    const { person } = await tutor('eve.event', 5000)
    await controlPayments(stack, 'faults', { kind: 'reset_after', path: '/v1/payouts', times: '3' })
    const { id } = await withdraw(person, 1000)
    await giveUp()
    expect(await row(id)).toMatchObject({ state: 'requested', payout_id: null })
    await arrive()
    expect(await row(id)).toMatchObject({ state: 'paid' })
    expect(await alertsOf('eve.event')).toHaveLength(1)
  })
})

test.each([true, false])(
  'a transfer that only the provider has is booked once, and ends like any other (with its payout: %s)',
  async hasPayout => {
    const name = hasPayout ? 'rae.restored' : 'roy.restored'
    const { person, account } = await tutor(name, 4000)
    const id = crypto.randomUUID()
    const metadata = { withdrawal_id: id }
    const money = { amount: 1500, currency: 'usd', metadata }
    const made = await provider.transfers.create({ ...money, destination: account, transfer_group: id })
    if (hasPayout) await provider.payouts.create(money, { stripeAccount: account })
    const book = (transfer: string) =>
      bookTransfer({ db: stack.db, stripe: provider, now: stack.clock.now }, transfer)
    expect(await book(made.id)).toBe(null)
    expect(await balances(person)).toMatchObject({ available: '25.00' })
    expect(await book(made.id)).toBe('Its withdrawal is here, and goes on by itself.')
    // What they earned since that moment isn't here yet.
    await tutor(`other.${name}`, 3000)
    const second = { ...money, amount: 3000, metadata: { withdrawal_id: crypto.randomUUID() } }
    const large = await provider.transfers.create({ ...second, destination: account })
    expect(await book(large.id)).toMatch(/^The wallet has less than 3000 cents\./)
    await earn(stack, name, 1000)
    expect(await book(large.id)).toBe(null)
    stack.clock.advance({ minutes: 5 })
    await reconcileDone(stack)
    await arrive()
    await reconcileDone(stack)
    expect((await row(id)).state).toBe('paid')
    expect((await there(account)).payouts.map(({ status }) => status)).toEqual(['paid', 'paid'])
    expect(await balances(person)).toMatchObject({ available: '5.00' })
  },
)
