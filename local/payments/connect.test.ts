import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'

let payments: Payments
beforeEach(async () => {
  payments = await openPayments()
})
afterEach(() => payments.close())

const maya = { first_name: 'Maya', last_name: 'Reyes', ssn_last_4: '0000', account_number: '000123456789' }

const newAccount = () =>
  payments.stripe.accounts.create({
    country: 'US',
    email: 'maya@ignite.test',
    business_type: 'individual',
    capabilities: { transfers: { requested: true } },
    controller: {
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      stripe_dashboard: { type: 'express' },
    },
    metadata: { user: '1' },
  })

async function onboard(account: string, changes: Partial<typeof maya> = {}) {
  const { client_secret } = await payments.stripe.accountSessions.create({
    account,
    components: { account_onboarding: { enabled: true } },
  })
  return payments.submit(`/local/payments/onboarding/${client_secret}`, { ...maya, ...changes })
}

async function onboardedAccount(changes: Partial<typeof maya> = {}) {
  const { id } = await newAccount()
  await onboard(id, changes)
  return id
}

const balanceOf = async (account?: string) => {
  const { available } = await payments.stripe.balance.retrieve({}, account ? { stripeAccount: account } : {})
  return available[0]?.amount
}

describe('a connected account', () => {
  test('starts with all requirements open', async () => {
    const account = await newAccount()
    expect(account).toMatchObject({
      type: 'express',
      country: 'US',
      default_currency: 'usd',
      email: 'maya@ignite.test',
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
      metadata: { user: '1' },
    })
    expect(account.requirements?.currently_due).toContain('external_account')
    expect((await payments.stripe.accounts.list()).data.map(({ id }) => id)).toEqual([account.id])
    const changed = await payments.stripe.accounts.update(account.id, { metadata: { user: '2' } })
    expect(changed.metadata).toEqual({ user: '2' })
  })

  test('is hidden from anyone else', async () => {
    await expect(payments.stripe.accounts.retrieve('acct_none')).rejects.toMatchObject({
      statusCode: 403,
      code: 'account_invalid',
    })
  })

  test('can be paid once its form is filled in, and the platform gets the event', async () => {
    const { id } = await newAccount()
    expect((await onboard(id)).status).toBe(200)
    expect(await payments.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [], disabled_reason: null },
      external_accounts: { data: [{ object: 'bank_account', last4: '6789' }] },
    })
    await payments.control('webhooks/settle')
    expect(payments.received.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'account.updated', account: id }),
    )
    const events = await payments.stripe.events.list({}, { stripeAccount: id })
    expect(events.data.map(({ type }) => type).reverse()).toEqual([
      'account.updated',
      'capability.updated',
      'account.external_account.created',
    ])
    expect(await payments.stripe.accounts.retrieveCapability(id, 'transfers')).toMatchObject({
      id: 'transfers',
      status: 'active',
    })
    const { data } = await payments.stripe.accounts.listExternalAccounts(id)
    expect(data).toMatchObject([{ object: 'bank_account', last4: '6789', default_for_currency: true }])
  })

  test('stays closed to someone whose identity can’t be verified', async () => {
    const id = await onboardedAccount({ ssn_last_4: '1111' })
    expect(await payments.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: false,
      details_submitted: true,
      requirements: {
        currently_due: ['individual.verification.document'],
        errors: [{ code: 'verification_failed_keyed_identity' }],
      },
    })
  })

  test('opens its form for an hour, with all fields filled in', async () => {
    const { id } = await newAccount()
    expect((await onboard(id, { ssn_last_4: 'none' })).status).toBe(422)
    const { client_secret, expires_at } = await payments.stripe.accountSessions.create({
      account: id,
      components: { account_onboarding: { enabled: true } },
    })
    expect(expires_at).toBe(Math.floor(payments.clock.now().epochMilliseconds / 1000) + 3600)
    payments.clock.advance({ hours: 1 })
    expect((await payments.submit(`/local/payments/onboarding/${client_secret}`, maya)).status).toBe(410)
    expect((await payments.stripe.accounts.retrieve(id)).details_submitted).toBe(false)
  })

  test('that is complete is asked for nothing in onboarding, and its bank changes in account management', async () => {
    const id = await onboardedAccount()
    await onboard(id, { account_number: '000111111116' })
    const bank = async () => (await payments.stripe.accounts.retrieve(id)).external_accounts?.data[0]
    expect(await bank()).toMatchObject({ last4: '6789' })
    const open = async (component: 'account_onboarding' | 'account_management') => {
      const { client_secret } = await payments.stripe.accountSessions.create({
        account: id,
        components: { [component]: { enabled: true } },
      })
      return `/local/payments/components/${client_secret}/account_management`
    }
    const change = { account_number: '000111111116' }
    expect((await payments.submit(await open('account_onboarding'), change)).status).toBe(410)
    expect((await payments.submit(await open('account_management'), change)).status).toBe(200)
    expect(await bank()).toMatchObject({ last4: '1116', account_holder_name: 'Maya Reyes' })
  })

  test('can be onboarded on a page of its own', async () => {
    const { id } = await newAccount()
    const { url } = await payments.stripe.accountLinks.create({
      account: id,
      type: 'account_onboarding',
      refresh_url: `${payments.url}/again`,
      return_url: `${payments.url}/wallet`,
    })
    expect(await (await fetch(url)).text()).toContain('Getting paid')
    const answer = await payments.submit(url, maya)
    expect(answer.headers.get('location')).toBe(`${payments.url}/wallet`)
  })

  test.each([
    ['checked', false, []],
    ['restricted', false, ['individual.verification.document']],
    ['rejected', false, []],
    ['enabled', true, []],
  ])('can be made %s by hand', async (state, payouts_enabled, currently_due) => {
    const id = await onboardedAccount()
    await payments.control(`accounts/${id}`, { state })
    expect(await payments.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled,
      requirements: { currently_due },
    })
  })
})

test('an account that ended its connection is gone for the platform, which gets the event', async () => {
  const id = await onboardedAccount()
  await payments.control(`accounts/${id}`, { state: 'deauthorized' })
  const refused = { statusCode: 403, code: 'account_invalid' }
  await expect(payments.stripe.accounts.retrieve(id)).rejects.toMatchObject(refused)
  await expect(payments.stripe.payouts.list({}, { stripeAccount: id })).rejects.toMatchObject(refused)
  await payments.control('webhooks/settle')
  expect(payments.received.map(({ event }) => event)).toContainEqual(
    expect.objectContaining({ type: 'account.application.deauthorized', account: id }),
  )
})

describe('a transfer', () => {
  test('moves what the platform has to the account', async () => {
    await payments.paidSession()
    const destination = await onboardedAccount()
    const transfer = await payments.stripe.transfers.create({
      amount: 4000,
      currency: 'usd',
      destination,
      metadata: { withdrawal: '1' },
      transfer_group: 'w1',
    })
    expect(transfer).toMatchObject({ amount: 4000, destination, reversed: false, transfer_group: 'w1' })
    expect([await balanceOf(), await balanceOf(destination)]).toEqual([500, 4000])
    expect((await payments.stripe.transfers.list({ destination })).data.map(({ id }) => id)).toEqual([
      transfer.id,
    ])
    expect(await payments.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      metadata: { withdrawal: '1' },
    })
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toContain('transfer.created')
  })

  test('never moves more than the balance, no matter how many ask at once', async () => {
    await payments.paidSession()
    const destination = await onboardedAccount()
    const asked = Array.from({ length: 10 }, () =>
      payments.stripe.transfers.create({ amount: 1000, currency: 'usd', destination }),
    )
    const refused = (await Promise.allSettled(asked)).flatMap(result =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    expect(refused).toHaveLength(6)
    expect(refused[0]).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    expect([await balanceOf(), await balanceOf(destination)]).toEqual([500, 4000])
  })

  test('waits for pending money, unless it names the charge', async () => {
    await payments.control('balance', { available_after_days: '2' })
    const { payment_intent } = await payments.paidSession()
    const { latest_charge } = await payments.stripe.paymentIntents.retrieve(String(payment_intent))
    const destination = await onboardedAccount()
    const wanted = { amount: 1000, currency: 'usd', destination }
    const { transfers } = payments.stripe
    await expect(transfers.create(wanted)).rejects.toMatchObject({ code: 'balance_insufficient' })
    await transfers.create({ ...wanted, source_transaction: String(latest_charge) })
    await expect(
      transfers.create({ ...wanted, amount: 3501, source_transaction: String(latest_charge) }),
    ).rejects.toMatchObject({ param: 'amount' })
    payments.clock.advance({ hours: 48 })
    await transfers.create(wanted)
  })

  test('needs an account that may be paid', async () => {
    await payments.paidSession()
    const { id } = await newAccount()
    const wanted = { amount: 1000, currency: 'usd' }
    await expect(payments.stripe.transfers.create({ ...wanted, destination: id })).rejects.toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    })
    await expect(
      payments.stripe.transfers.create({ ...wanted, destination: 'acct_x' }),
    ).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })

  test('can be reversed in parts, while the account still has the money', async () => {
    await payments.paidSession()
    const destination = await onboardedAccount()
    const { transfers } = payments.stripe
    const { id } = await transfers.create({ amount: 4000, currency: 'usd', destination })
    const reversal = await transfers.createReversal(id, { amount: 1500, metadata: { refund: '1' } })
    expect(reversal).toMatchObject({ object: 'transfer_reversal', amount: 1500, transfer: id })
    expect(await transfers.retrieve(id)).toMatchObject({ amount_reversed: 1500, reversed: false })
    await expect(transfers.createReversal(id, { amount: 2501 })).rejects.toMatchObject({ param: 'amount' })
    await payments.control(`accounts/${destination}/pay-out`)
    await expect(transfers.createReversal(id)).rejects.toMatchObject({ code: 'balance_insufficient' })
    expect([await balanceOf(), await balanceOf(destination)]).toEqual([2000, 0])
    expect((await transfers.listReversals(id)).data).toHaveLength(1)
    await payments.control('webhooks/settle')
    expect(payments.kinds()).toContain('transfer.reversed')
  })
})

describe('the platform’s own balance', () => {
  test('its owner can pay in and out, and it pays out automatically if set so', async () => {
    const { payouts, accounts, balanceTransactions } = payments.stripe
    const interval = async () => (await accounts.retrieveCurrent()).settings?.payouts?.schedule.interval
    expect(await interval()).toBe('manual')
    await payments.control('balance', { add: '9000' })
    await expect(payouts.create({ amount: 9001, currency: 'usd' })).rejects.toMatchObject({
      code: 'balance_insufficient',
    })
    const { id } = await payouts.create({ amount: 4000, currency: 'usd' })
    expect(await balanceOf()).toBe(5000)
    await payments.control(`payouts/${id}/end`, { outcome: 'failed' })
    expect(await balanceOf()).toBe(9000)
    await payments.control('balance', { payout_interval: 'daily' })
    expect(await interval()).toBe('daily')
    payments.clock.advance({ hours: 24 })
    expect((await payouts.list()).data[0]).toMatchObject({ amount: 9000, automatic: true })
    const types = (await balanceTransactions.list()).data.map(({ type }) => type)
    expect(types).toEqual(['payout', 'payout_failure', 'payout', 'topup'])
    expect((await balanceTransactions.list({ type: 'topup' })).data).toMatchObject([{ amount: 9000 }])
  })
})

describe('a payout', () => {
  async function transferred(changes: Partial<typeof maya> = {}) {
    await payments.paidSession()
    const destination = await onboardedAccount(changes)
    await payments.stripe.transfers.create({ amount: 4000, currency: 'usd', destination })
    return { stripeAccount: destination }
  }
  const list = async (options: { stripeAccount: string }) =>
    (await payments.stripe.payouts.list({}, options)).data

  test('leaves for the bank a day after the transfer, and arrives two days later', async () => {
    const options = await transferred()
    expect(await list(options)).toEqual([])
    payments.clock.advance({ hours: 24 })
    expect(await list(options)).toMatchObject([{ amount: 4000, status: 'in_transit', automatic: true }])
    payments.clock.advance({ hours: 48 })
    expect(await list(options)).toMatchObject([{ status: 'paid' }])
    expect(await payments.stripe.payouts.list()).toMatchObject({ data: [] })
    await payments.control('webhooks/settle')
    expect(payments.received.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'payout.paid', account: options.stripeAccount }),
      ]),
    )
  })

  test('comes back from a bank account that is closed, which stops the next ones', async () => {
    const options = await transferred({ account_number: '000111111113' })
    const payout = await payments.stripe.payouts.create({ amount: 1000, currency: 'usd' }, options)
    payments.clock.advance({ hours: 48 })
    expect(await payments.stripe.payouts.retrieve(payout.id, {}, options)).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
    })
    expect(await payments.stripe.accounts.retrieve(options.stripeAccount)).toMatchObject({
      payouts_enabled: false,
      requirements: { currently_due: ['external_account'] },
    })
  })

  test('ends as set by hand', async () => {
    const options = await transferred()
    await payments.control(`accounts/${options.stripeAccount}/pay-out`)
    const [payout] = await list(options)
    await payments.control(`payouts/${payout!.id}/end`, { outcome: 'failed' })
    expect(await list(options)).toMatchObject([{ status: 'failed', failure_code: 'no_account' }])
    expect(await balanceOf(options.stripeAccount)).toBe(4000)
  })

  test('of an account with manual payouts waits for the platform', async () => {
    const options = await transferred()
    const { settings } = await payments.stripe.accounts.update(options.stripeAccount, {
      settings: { payouts: { schedule: { interval: 'manual' } } },
    })
    expect(settings?.payouts).toMatchObject({
      debit_negative_balances: true,
      schedule: { interval: 'manual' },
    })
    payments.clock.advance({ hours: 24 * 7 })
    expect(await list(options)).toEqual([])
    const payout = await payments.stripe.payouts.create(
      { amount: 1500, currency: 'usd', metadata: { withdrawal: '1' } },
      options,
    )
    expect(payout).toMatchObject({ status: 'pending', automatic: false, metadata: { withdrawal: '1' } })
    payments.clock.advance({ hours: 1 })
    expect(await list(options)).toMatchObject([{ status: 'in_transit' }])
    await expect(payments.stripe.payouts.cancel(payout.id, {}, options)).rejects.toMatchObject({
      statusCode: 400,
    })
    payments.clock.advance({ hours: 47 })
    expect(await list(options)).toMatchObject([{ status: 'paid' }])
    expect(await balanceOf(options.stripeAccount)).toBe(2500)
  })

  test('can be canceled before the bank has it, and come back after it seemed to have arrived', async () => {
    const options = await transferred()
    const wanted = { amount: 1500, currency: 'usd' }
    const first = await payments.stripe.payouts.create(wanted, options)
    expect(await payments.stripe.payouts.cancel(first.id, {}, options)).toMatchObject({ status: 'canceled' })
    const second = await payments.stripe.payouts.create(wanted, options)
    await payments.control(`payouts/${second.id}/end`, { outcome: 'paid' })
    await payments.control(`payouts/${second.id}/end`, { outcome: 'failed' })
    expect(await payments.stripe.payouts.retrieve(second.id, {}, options)).toMatchObject({ status: 'failed' })
    expect(await balanceOf(options.stripeAccount)).toBe(4000)
    await expect(payments.stripe.payouts.create(wanted, options)).rejects.toMatchObject({
      code: 'payouts_not_allowed',
    })
    const events = await payments.stripe.events.list({ type: 'payout.*' }, options)
    expect(events.data.map(({ type }) => type).reverse()).toEqual([
      'payout.created',
      'payout.canceled',
      'payout.created',
      'payout.paid',
      'payout.failed',
    ])
  })
})
