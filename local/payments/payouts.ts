import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { requirements } from './account-object.ts'
import { changeAccount, findAccount } from './accounts.ts'
import { balanceOf, balanceRules, move } from './balance.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import {
  currency,
  expand,
  integer,
  listing,
  mergeMetadata,
  metadata,
  read,
  retrieval,
  text,
} from './params.ts'
import type { ConnectedAccount, Payout } from './tables.ts'
import { newId, type World } from './world.ts'

const day = 86_400
const platformBank = 'ba_1LocalPlatform0000000'
/** How long a requested payout can be canceled. */
const pendingSeconds = 3600

const created = z.strictObject({
  amount: integer,
  currency,
  description: z.optional(text),
  metadata: z.optional(metadata),
  method: z.optional(z.enum(['standard'])),
  statement_descriptor: z.optional(text),
  expand,
})
const listed = z.strictObject({
  ...listing,
  status: z.optional(z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled'])),
  destination: z.optional(text),
})

export const payoutOperations: Operations = {
  'POST /v1/payouts': (world, { params, account }) => {
    const wanted = read(created, params)
    if (wanted.amount < 1)
      throw badParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
    if (account && !findAccount(world, account).object.payouts_enabled) {
      throw refused('Payouts are not allowed for this account.', 'payouts_not_allowed')
    }
    if (wanted.amount > balanceOf(world, account, wanted.currency).available) {
      throw refused(
        'You have insufficient funds in your Stripe account for this payout.',
        'balance_insufficient',
      )
    }
    return payOut(world, account, wanted, { automatic: false })
  },
  'GET /v1/payouts': (world, { params, account }) => {
    const { status, destination, ...paging } = read(listed, params)
    const rows = world.store
      .all('payout')
      .filter(row => row.account === account)
      .map(({ object }) => object)
      .filter(row => (!status || row.status === status) && (!destination || row.destination === destination))
    return page(rows, '/v1/payouts', paging)
  },
  'GET /v1/payouts/:id': (world, { path: [id = ''], params, account }) => {
    read(retrieval, params)
    return findPayout(world, id, account).object
  },
  'POST /v1/payouts/:id': (world, { path: [id = ''], params, account }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const { object } = findPayout(world, id, account)
    const changes = { metadata: mergeMetadata(object.metadata ?? {}, sent.metadata) }
    return changePayout(world, id, 'payout.updated', changes)
  },
  'POST /v1/payouts/:id/cancel': (world, { path: [id = ''], params, account }) => {
    read(z.strictObject({ expand }), params)
    const payout = findPayout(world, id, account)
    if (payout.object.status !== 'pending') {
      throw refused('Payouts can only be canceled while they are still pending.', 'payout_not_cancelable')
    }
    const back = moveBack(world, payout, 'payout_cancel')
    return changePayout(world, id, 'payout.canceled', {
      status: 'canceled',
      failure_balance_transaction: back,
    })
  },
}

function findPayout(world: World, id: string, account: string | null): Payout {
  const row = world.store.get('payout', id)
  if (row?.account !== account) throw missing('payout', id, 'payout')
  return row
}

type News = 'payout.updated' | 'payout.paid' | 'payout.failed' | 'payout.canceled'

function changePayout(world: World, id: string, news: News, changes: Partial<Stripe.Payout>): Stripe.Payout {
  const payout = world.store.get('payout', id)!
  const object = { ...payout.object, ...changes }
  world.store.put('payout', { ...payout, object })
  emit(world, news, object, payout.account ?? undefined)
  return object
}

function moveBack(
  world: World,
  { id, account, object }: Payout,
  type: 'payout_cancel' | 'payout_failure',
): string {
  const { amount, currency: code } = object
  return move(world, { account, amount, currency: code, type, category: 'payout_reversal', source: id })
}

/**
 * The daily run: pays out what reached connected accounts by yesterday, and finishes the payouts that have
 * arrived.
 */
export function payOutDaily(world: World): void {
  for (const { id, object } of world.store.all('account')) {
    const code = object.default_currency ?? 'usd'
    const byItself = object.settings?.payouts?.schedule.interval !== 'manual'
    if (byItself && object.payouts_enabled && waitedADay(world, id)) payOutAll(world, id, code)
  }
  if (balanceRules(world).payoutInterval === 'daily' && waitedADay(world, null)) payOutAll(world, null, 'usd')
  for (const { id, object } of world.store.all('payout')) {
    if (isOpen(object) && object.arrival_date <= world.now()) endPayout(world, id)
    else if (object.status === 'pending' && object.created + pendingSeconds <= world.now()) {
      changePayout(world, id, 'payout.updated', { status: 'in_transit' })
    }
  }
}

function waitedADay(world: World, account: string | null): boolean {
  const movements = world.store.all('movement').filter(movement => movement.account === account)
  const last = movements.findLastIndex(({ object }) => object.type === 'payout')
  const first = movements.slice(last + 1).find(({ object }) => object.amount > 0)
  return first !== undefined && first.object.created + day <= world.now()
}

/** Pays out everything an account has, if it has something. */
export function payOutAll(world: World, account: string | null, code: string): Stripe.Payout | null {
  const { available } = balanceOf(world, account, code)
  if (available < 1) return null
  return payOut(world, account, { amount: available, currency: code }, { automatic: true })
}

/** Whether a payout is still in progress. */
export function isOpen({ status }: Stripe.Payout): boolean {
  return status === 'pending' || status === 'in_transit'
}

function payOut(
  world: World,
  account: string | null,
  { amount, currency: code, ...more }: Omit<z.output<typeof created>, 'expand'>,
  { automatic }: { automatic: boolean },
): Stripe.Payout {
  const bank = account ? findAccount(world, account).object.external_accounts?.data[0] : { id: platformBank }
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
    description: automatic ? 'STRIPE PAYOUT' : (more.description ?? null),
    destination: bank.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: more.metadata ?? {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: automatic ? 'in_progress' : 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: more.statement_descriptor ?? null,
    status: automatic ? 'in_transit' : 'pending',
    trace_id: null,
    type: 'bank_account',
  }
  world.store.put('payout', { id, account, object })
  emit(world, 'payout.created', object, account ?? undefined)
  return object
}

/**
 * Finishes a payout: it arrives or comes back, as set by hand or by its bank account. One that arrived can
 * still come back (docs.stripe.com/api/payouts/object: "Some payouts that fail might initially show as
 * paid").
 */
export function endPayout(world: World, id: string, told?: 'paid' | 'failed'): Stripe.Payout {
  const payout = world.store.get('payout', id)
  if (!payout) throw missing('payout', id, 'payout')
  const comesBackLate = payout.object.status === 'paid' && told === 'failed'
  if (!isOpen(payout.object) && !comesBackLate) throw refused('This payout has already ended.')
  const known = accountOf(world, payout)?.payoutFailure ?? null
  const failure = told ? (told === 'failed' ? (known ?? 'no_account') : null) : known
  return failure
    ? failPayout(world, payout, failure)
    : changePayout(world, id, 'payout.paid', { status: 'paid' })
}

function failPayout(world: World, payout: Payout, code: string): Stripe.Payout {
  const object = changePayout(world, payout.id, 'payout.failed', {
    status: 'failed',
    failure_balance_transaction: moveBack(world, payout, 'payout_failure'),
    failure_code: code,
    failure_message: failureTexts[code] ?? 'The payout could not be made.',
  })
  const account = accountOf(world, payout)
  if (account) {
    // No more payouts until the person enters another bank account.
    const due = requirements(['external_account'], 'requirements.past_due')
    changeAccount(world, account.id, {
      payouts_enabled: false,
      requirements: due,
      external_accounts: withErrored(account.object, String(payout.object.destination)),
    })
  }
  return object
}

/** The connected account of a payout; none for the platform's. */
function accountOf(world: World, { account }: Payout): ConnectedAccount | undefined {
  return account ? world.store.get('account', account) : undefined
}

function withErrored({ external_accounts: all }: Stripe.Account, bank: string) {
  const data = all!.data.map(one => (one.id === bank ? { ...one, status: 'errored' } : one))
  return { ...all!, data } as Stripe.Account['external_accounts']
}

const failureTexts: Record<string, string> = {
  no_account:
    'The bank account details on file are probably incorrect. No bank account could be located with them.',
  account_closed: 'The bank account has been closed',
}
