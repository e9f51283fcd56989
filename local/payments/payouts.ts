import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { requirements } from './account-object.ts'
import { changeAccount, findAccount } from './accounts.ts'
import { balanceOf, move } from './balance.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { currency, expand, integer, listing, metadata, read, retrieval, text } from './params.ts'
import type { Payout } from './tables.ts'
import { newId, type World } from './world.ts'

const day = 86_400

const created = z.strictObject({
  amount: integer,
  currency,
  description: z.optional(text),
  metadata: z.optional(metadata),
  expand,
})
const listed = z.strictObject({ ...listing, status: z.optional(text) })

export const payoutOperations: Operations = {
  'POST /v1/payouts': (world, { params, account }) => {
    const wanted = read(created, params)
    if (!account) throw refused('The local stand-in pays out connected accounts only: send Stripe-Account.')
    if (wanted.amount < 1)
      throw badParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
    if (wanted.amount > balanceOf(world, account, wanted.currency).available) {
      throw refused(
        'You have insufficient funds in your Stripe account for this payout.',
        'balance_insufficient',
      )
    }
    return payOut(world, account, wanted, { automatic: false, metadata: wanted.metadata ?? {} })
  },
  'GET /v1/payouts': (world, { params, account }) => {
    const { status, ...paging } = read(listed, params)
    const rows = world.store
      .all('payout')
      .filter(row => row.account === account && (!status || row.object.status === status))
      .map(({ object }) => object)
    return page(rows, '/v1/payouts', paging)
  },
  'GET /v1/payouts/:id': (world, { path: [id = ''], params, account }) => {
    read(retrieval, params)
    const row = world.store.get('payout', id)
    if (row?.account !== account) throw missing('payout', id, 'payout')
    return row.object
  },
}

/** Sends on what reached connected accounts by yesterday, and ends the payouts that have arrived: as each day does. */
export function payOutDaily(world: World): void {
  for (const { id, object } of world.store.all('account')) {
    const code = object.default_currency ?? 'usd'
    if (object.payouts_enabled && waitedADay(world, id)) payOutAll(world, id, code)
  }
  for (const payout of world.store.all('payout')) {
    if (payout.object.status === 'in_transit' && payout.object.arrival_date <= world.now()) {
      endPayout(world, payout.id)
    }
  }
}

function waitedADay(world: World, account: string): boolean {
  const movements = world.store.all('movement').filter(movement => movement.account === account)
  const last = movements.findLastIndex(({ object }) => object.type === 'payout')
  const first = movements.slice(last + 1).find(({ object }) => object.amount > 0)
  return first !== undefined && first.object.created + day <= world.now()
}

/** Pays out all an account has, if it has something. */
export function payOutAll(world: World, account: string, code: string): Stripe.Payout | null {
  const { available } = balanceOf(world, account, code)
  if (available < 1) return null
  return payOut(world, account, { amount: available, currency: code }, { automatic: true, metadata: {} })
}

function payOut(
  world: World,
  account: string,
  { amount, currency: code }: { amount: number; currency: string },
  { automatic, metadata }: { automatic: boolean; metadata: Record<string, string> },
): Stripe.Payout {
  const bank = findAccount(world, account).object.external_accounts?.data[0]
  if (!bank) throw refused('This account has no bank account to pay out to.', 'no_account')
  const id = newId('po')
  const transaction = move(world, {
    account,
    amount: -amount,
    currency: code,
    type: 'payout',
    category: 'payout',
    source: id,
  })
  const object: Stripe.Payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + 2 * day,
    automatic,
    balance_transaction: transaction,
    created: world.now(),
    currency: code,
    description: automatic ? 'STRIPE PAYOUT' : null,
    destination: bank.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'in_transit',
    trace_id: null,
    type: 'bank_account',
  }
  world.store.put('payout', { id, account, object })
  emit(world, 'payout.created', object, account)
  return object
}

/** A payout arrives, or comes back: as told, or as its bank account is known to. */
export function endPayout(world: World, id: string, told?: 'paid' | 'failed'): Stripe.Payout {
  const payout = world.store.get('payout', id)
  if (!payout) throw missing('payout', id, 'payout')
  if (payout.object.status !== 'in_transit') throw refused('This payout has already ended.')
  const known = world.store.get('account', payout.account)?.payoutFailure ?? null
  const failure = told ? (told === 'failed' ? (known ?? 'no_account') : null) : known
  return failure ? failPayout(world, payout, failure) : arrive(world, payout)
}

function arrive(world: World, payout: Payout): Stripe.Payout {
  const object = { ...payout.object, status: 'paid' }
  world.store.put('payout', { ...payout, object })
  emit(world, 'payout.paid', object, payout.account)
  return object
}

function failPayout(world: World, payout: Payout, code: string): Stripe.Payout {
  const { amount, currency: of } = payout.object
  const back = move(world, {
    account: payout.account,
    amount,
    currency: of,
    type: 'payout_failure',
    category: 'payout_reversal',
    source: payout.id,
  })
  const object = {
    ...payout.object,
    status: 'failed',
    failure_balance_transaction: back,
    failure_code: code,
    failure_message: failureTexts[code] ?? 'The payout could not be made.',
  }
  world.store.put('payout', { ...payout, object })
  emit(world, 'payout.failed', object, payout.account)
  // No more goes out until the person names another bank account.
  if (world.store.get('account', payout.account)) {
    const due = requirements(['external_account'], 'requirements.past_due')
    changeAccount(world, payout.account, { payouts_enabled: false, requirements: due })
  }
  return object
}

const failureTexts: Record<string, string> = {
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with them.',
  account_closed: 'The bank account has been closed',
}
