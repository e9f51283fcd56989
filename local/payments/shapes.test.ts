import { readFile } from 'node:fs/promises'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayments, type Payments } from '../../test/harness/open-payments.ts'
import { apiVersion } from './events.ts'

type Fields = Record<string, unknown>

/**
 * One example object of each resource, from the provider's published description of its API
 * (github.com/stripe/openapi, MIT license, Copyright (c) 2018- Stripe, Inc.).
 */
const examples = JSON.parse(await readFile(new URL('./examples.json', import.meta.url), 'utf8')) as Record<
  string,
  Fields
>

/**
 * Fields in the examples that real answers don't have: lists that only come expanded, and parts of other
 * features.
 */
const absent: Record<string, string[]> = {
  charge: ['refunds'],
  account_session: [
    'components.tax_registrations',
    'components.tax_settings',
    'components.financial_account',
    'components.financial_account_transactions',
    'components.issuing_card',
    'components.issuing_cards_list',
    'components.disputes_list',
    'components.payment_disputes',
    'components.instant_payouts_promotion',
    'components.payout_details',
    'components.balance_report',
    'components.payout_reconciliation_report',
  ],
}

let payments: Payments
let answers: Record<string, unknown>
beforeAll(async () => {
  payments = await openPayments()
  answers = await collect()
})
afterAll(() => payments.close())

test.each(Object.keys(examples))('%s has the fields of the provider’s own', name => {
  expect(differences(examples[name]!, answers[name] as Fields, name, '')).toEqual([])
})

async function collect(): Promise<Record<string, unknown>> {
  const { stripe } = payments
  const session = await payments.paidSession('4000000000000259')
  const second = await payments.paidSession()
  const { payment_intent } = second
  const intent = await stripe.paymentIntents.retrieve(String(payment_intent))
  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 100 })
  const account = await stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
  })
  const accountSession = await stripe.accountSessions.create({
    account: account.id,
    components: { account_onboarding: { enabled: true } },
  })
  await payments.submit(`/local/payments/onboarding/${accountSession.client_secret}`, {
    first_name: 'Maya',
    last_name: 'Reyes',
    ssn_last_4: '0000',
    account_number: '000123456789',
  })
  const transfer = await stripe.transfers.create({ amount: 1000, currency: 'usd', destination: account.id })
  const reversal = await stripe.transfers.createReversal(transfer.id, { amount: 100 })
  const payout = await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: account.id })
  const charge = await stripe.charges.retrieve(String(intent.latest_charge))
  return {
    account,
    capability: await stripe.accounts.retrieveCapability(account.id, 'transfers'),
    account_session: accountSession,
    'checkout.session': session,
    payment_intent: intent,
    charge,
    refund,
    transfer,
    transfer_reversal: reversal,
    payout,
    dispute: (await stripe.disputes.list()).data[0],
    balance: await stripe.balance.retrieve(),
    balance_transaction: await stripe.balanceTransactions.retrieve(String(charge.balance_transaction)),
    event: (await stripe.events.list()).data[0],
  }
}

/** Fields that are missing, or have another type of value. */
function differences(example: Fields, ours: Fields, name: string, prefix: string): string[] {
  return Object.entries(example).flatMap(([key, value]) => {
    const path = `${prefix}${key}`
    if (absent[name]?.includes(path) || path === 'metadata' || path.endsWith('.features')) return []
    if (!(key in ours)) return [`${path} is missing`]
    const own = ours[key]
    if (value === null || own === null) return []
    if (kindOf(value) !== kindOf(own)) return [`${path} is ${kindOf(own)}, not ${kindOf(value)}`]
    return kindOf(value) === 'object' ? differences(value as Fields, own as Fields, name, `${path}.`) : []
  })
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

test('matches the API version of the installed SDK', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION)
})
