import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { missing } from './errors.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import { currency, listing, read, retrieval, text } from './params.ts'
import type { BalanceRules, Movement } from './tables.ts'
import { newId, type World } from './world.ts'

type Move = {
  account?: string | null
  amount: number
  /** The provider's fee on it. */
  fee?: number
  currency: string
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  description?: string | null
  /** A charge's money stays pending for as long as the rules say; every other kind counts at once. */
  pending?: boolean
}

/** When money becomes available and is paid out; until someone sets this, at once and only on request. */
export function balanceRules({ store }: World): BalanceRules {
  return (
    store.get('balanceRules', 'balance') ?? { id: 'balance', availableAfterDays: 0, payoutInterval: 'manual' }
  )
}

/** Changes a balance, and returns the balance transaction for it. */
export function move(world: World, { account = null, pending = false, ...move }: Move): string {
  const created = world.now()
  const fee = move.fee ?? 0
  const days = pending ? balanceRules(world).availableAfterDays : 0
  const object: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: move.amount,
    available_on: created + days * 86_400,
    balance_type: 'payments',
    created,
    currency: move.currency,
    description: move.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: move.amount - fee,
    reporting_category: move.category,
    source: move.source,
    status: 'available',
    type: move.type,
  }
  return world.store.put('movement', { id: object.id, account, object }).id
}

/** An account's money, by whether it is available yet. */
export function balanceOf(world: World, account: string | null, code: string) {
  const sums = { available: 0, pending: 0 }
  for (const { account: owner, object } of world.store.all('movement')) {
    if (owner !== account || object.currency !== code) continue
    if (object.available_on <= world.now()) sums.available += object.net
    else sums.pending += object.net
  }
  return sums
}

const listed = z.strictObject({
  ...listing,
  type: z.optional(text),
  source: z.optional(text),
  currency: z.optional(currency),
})

export const balanceOperations: Operations = {
  'GET /v1/balance': (world, { params, account }) => {
    read(retrieval, params)
    const owned = world.store.all('movement').filter(movement => movement.account === account)
    const currencies = new Set(['usd', ...owned.map(({ object }) => object.currency)])
    const amounts = (kind: 'available' | 'pending') =>
      [...currencies].map(code => {
        const amount = balanceOf(world, account, code)[kind]
        return { amount, currency: code, source_types: { card: amount } }
      })
    return {
      object: 'balance',
      available: amounts('available'),
      connect_reserved: [...currencies].map(code => ({ amount: 0, currency: code })),
      livemode: false,
      pending: amounts('pending'),
    }
  },
  'GET /v1/balance_transactions': (world, { params, account }) => {
    const { type, source, currency: code, ...paging } = read(listed, params)
    const rows = world.store
      .all('movement')
      .filter(movement => movement.account === account)
      .map(movement => shown(world, movement))
      .filter(
        row =>
          (!type || row.type === type) &&
          (!source || row.source === source) &&
          (!code || row.currency === code),
      )
    return page(rows, '/v1/balance_transactions', paging)
  },
  'GET /v1/balance_transactions/:id': (world, { path: [id = ''], params, account }) => {
    read(retrieval, params)
    const movement = world.store.get('movement', id)
    if (movement?.account !== account) throw missing('balance transaction', id)
    return shown(world, movement)
  },
}

/** The balance transaction as of now: pending money becomes available automatically. */
export function shown(world: World, { object }: Movement): Stripe.BalanceTransaction {
  return { ...object, status: object.available_on <= world.now() ? 'available' : 'pending' }
}
