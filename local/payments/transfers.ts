import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { balanceOf, move } from './balance.ts'
import { findCharge } from './charges.ts'
import { badParameter, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { emptyList, page } from './list.ts'
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
import { newId, type World } from './world.ts'

const created = z.strictObject({
  amount: integer,
  currency,
  destination: text,
  description: z.optional(text),
  metadata: z.optional(metadata),
  source_transaction: z.optional(text),
  transfer_group: z.optional(text),
  expand,
})
const reversed = z.strictObject({
  amount: z.optional(integer),
  description: z.optional(text),
  metadata: z.optional(metadata),
  expand,
})
const listed = z.strictObject({
  ...listing,
  destination: z.optional(text),
  transfer_group: z.optional(text),
})

export const transferOperations: Operations = {
  'POST /v1/transfers': (world, { params }) => {
    const wanted = read(created, params)
    if (wanted.amount < 1)
      throw badParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
    checkDestination(world, wanted.destination)
    checkFunds(world, wanted)
    return transfer(world, wanted)
  },
  'GET /v1/transfers': (world, { params }) => {
    const { destination, transfer_group: group, ...paging } = read(listed, params)
    const rows = world.store
      .all('transfer')
      .filter(
        row => (!destination || row.destination === destination) && (!group || row.transfer_group === group),
      )
    return page(rows, '/v1/transfers', paging)
  },
  'GET /v1/transfers/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findTransfer(world, id)
  },
  'POST /v1/transfers/:id': (world, { path: [id = ''], params }) => {
    const sent = read(z.strictObject({ metadata: z.optional(metadata), expand }), params)
    const row = findTransfer(world, id)
    return world.store.put('transfer', { ...row, metadata: mergeMetadata(row.metadata, sent.metadata) })
  },
  'POST /v1/transfers/:id/reversals': (world, { path: [id = ''], params }) => {
    const wanted = read(reversed, params)
    return reverse(world, findTransfer(world, id), wanted.amount, wanted.metadata ?? {})
  },
  'GET /v1/transfers/:id/reversals': (world, { path: [id = ''], params }) => {
    const paging = read(z.strictObject(listing), params)
    const rows = world.store.all('reversal').filter(row => row.transfer === findTransfer(world, id).id)
    return page(rows, `/v1/transfers/${id}/reversals`, paging)
  },
}

function findTransfer(world: World, id: string): Stripe.Transfer {
  const transfer = world.store.get('transfer', id)
  if (!transfer) throw missing('transfer', id, 'transfer')
  return transfer
}

function checkDestination(world: World, id: string): void {
  const account = world.store.get('account', id)
  if (!account) throw missing('destination', id, 'destination')
  if (account.object.capabilities?.transfers === 'active') return
  throw refused(
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    'insufficient_capabilities_for_transfer',
  )
}

/** Money of a named charge may be transferred before it is available; any other must be available. */
function checkFunds(world: World, wanted: z.infer<typeof created>): void {
  if (!wanted.source_transaction) {
    if (wanted.amount <= balanceOf(world, null, wanted.currency).available) return
    throw refused('You have insufficient available funds in your Stripe account.', 'balance_insufficient')
  }
  const charge = findCharge(world, wanted.source_transaction, 'source_transaction')
  const moved = world.store
    .all('transfer')
    .filter(row => row.source_transaction === charge.id)
    .reduce((sum, row) => sum + row.amount - row.amount_reversed, 0)
  if (charge.status === 'succeeded' && wanted.amount <= charge.amount - charge.amount_refunded - moved) return
  throw refused(
    'Transfers using this transaction as a source must not exceed the source amount.',
    undefined,
    'amount',
  )
}

function transfer(world: World, wanted: z.infer<typeof created>): Stripe.Transfer {
  const id = newId('tr')
  const payment = newId('py')
  const of = { currency: wanted.currency, description: wanted.description ?? null }
  const transaction = move(world, {
    ...of,
    amount: -wanted.amount,
    type: 'transfer',
    category: 'transfer',
    source: id,
  })
  move(world, {
    ...of,
    account: wanted.destination,
    amount: wanted.amount,
    type: 'payment',
    category: 'charge',
    source: payment,
  })
  const transfer = world.store.put('transfer', {
    id,
    object: 'transfer',
    amount: wanted.amount,
    amount_reversed: 0,
    balance_transaction: transaction,
    created: world.now(),
    currency: wanted.currency,
    description: wanted.description ?? null,
    destination: wanted.destination,
    destination_payment: payment,
    livemode: false,
    metadata: wanted.metadata ?? {},
    reversals: emptyList(`/v1/transfers/${id}/reversals`),
    reversed: false,
    source_transaction: wanted.source_transaction ?? null,
    source_type: 'card',
    transfer_group: wanted.transfer_group ?? null,
  })
  emit(world, 'transfer.created', transfer)
  return transfer
}

function reverse(
  world: World,
  transfer: Stripe.Transfer,
  wanted: number | undefined,
  metadata: Record<string, string>,
): Stripe.TransferReversal {
  const left = transfer.amount - transfer.amount_reversed
  const amount = wanted ?? left
  if (wanted !== undefined && wanted < 1) {
    throw badParameter('Invalid positive integer', 'parameter_invalid_integer', 'amount')
  }
  if (amount > left || left === 0) {
    throw refused('The amount to reverse is greater than what is left of the transfer.', undefined, 'amount')
  }
  const destination = String(transfer.destination)
  if (amount > balanceOf(world, destination, transfer.currency).available) {
    throw refused(
      'The connected account does not have sufficient funds for this reversal.',
      'balance_insufficient',
    )
  }
  const id = newId('trr')
  const back = { currency: transfer.currency, source: id }
  const transaction = move(world, { ...back, amount, type: 'transfer_refund', category: 'transfer_reversal' })
  const taken = { account: destination, amount: -amount, category: 'refund' }
  move(world, { ...back, ...taken, type: 'payment_refund' })
  const reversal = world.store.put('reversal', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: transaction,
    created: world.now(),
    currency: transfer.currency,
    destination_payment_refund: newId('pyr'),
    metadata,
    source_refund: null,
    transfer: transfer.id,
  })
  const total = transfer.amount_reversed + amount
  const after = world.store.put('transfer', {
    ...transfer,
    amount_reversed: total,
    reversed: total === transfer.amount,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  })
  emit(world, 'transfer.reversed', after)
  return reversal
}
