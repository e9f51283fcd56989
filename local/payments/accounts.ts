import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { newAccount } from './account-object.ts'
import { ApiError, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import {
  boolean,
  currency,
  expand,
  listing,
  mergeMetadata,
  metadata,
  read,
  retrieval,
  text,
} from './params.ts'
import type { ConnectedAccount } from './tables.ts'
import type { World } from './world.ts'

const profile = z.strictObject({
  mcc: z.optional(text),
  name: z.optional(text),
  product_description: z.optional(text),
  support_email: z.optional(text),
  support_phone: z.optional(text),
  support_url: z.optional(text),
  url: z.optional(text),
})
const capabilities = z.partialRecord(
  z.enum(['card_payments', 'transfers']),
  z.strictObject({ requested: boolean }),
)
const shared = {
  email: z.optional(text),
  business_type: z.optional(z.enum(['individual', 'company', 'non_profit'])),
  business_profile: z.optional(profile),
  metadata: z.optional(metadata),
  expand,
}
const created = z.strictObject({
  ...shared,
  capabilities: z.optional(capabilities),
  type: z.optional(z.enum(['express', 'custom', 'standard'])),
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  default_currency: z.optional(currency),
  controller: z.optional(
    z.strictObject({
      fees: z.optional(z.strictObject({ payer: z.enum(['account', 'application']) })),
      losses: z.optional(z.strictObject({ payments: z.enum(['application', 'stripe']) })),
      requirement_collection: z.optional(z.enum(['application', 'stripe'])),
      stripe_dashboard: z.optional(z.strictObject({ type: z.enum(['express', 'full', 'none']) })),
    }),
  ),
})
const updated = z.strictObject(shared)

export const accountOperations: Operations = {
  'POST /v1/accounts': (world, { params }) => {
    const wanted = read(created, params)
    if (wanted.type && wanted.controller) {
      throw refused('You may not specify both `type` and `controller` for an account.', undefined, 'type')
    }
    const object = newAccount(world, wanted)
    world.store.put('account', { id: object.id, object, payoutFailure: null })
    return object
  },
  'GET /v1/accounts': (world, { params }) => {
    const accounts = world.store.all('account').map(({ object }) => object)
    return page(accounts, '/v1/accounts', read(z.strictObject(listing), params))
  },
  'GET /v1/accounts/:id': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    return findAccount(world, id).object
  },
  'POST /v1/accounts/:id': (world, { path: [id = ''], params }) => {
    const { metadata: sent, business_profile: about, email, business_type: kind } = read(updated, params)
    const { object } = findAccount(world, id)
    return changeAccount(world, id, {
      ...(email ? { email } : {}),
      ...(kind ? { business_type: kind } : {}),
      ...(about ? { business_profile: { ...object.business_profile!, ...about } } : {}),
      metadata: mergeMetadata(object.metadata ?? {}, sent),
    })
  },
  'DELETE /v1/accounts/:id': (world, { path: [id = ''] }) => {
    findAccount(world, id)
    world.store.remove('account', id)
    return { id, object: 'account', deleted: true }
  },
}

export function findAccount(world: World, id: string): ConnectedAccount {
  const account = world.store.get('account', id)
  if (account) return account
  throw new ApiError(
    403,
    {
      type: 'invalid_request_error',
      code: 'account_invalid',
      message: `The provided key 'sk_test_***' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    },
    true,
  )
}

/** Changes an account and says so to whoever listens. */
export function changeAccount(
  world: World,
  id: string,
  changes: Partial<Stripe.Account>,
  own: Partial<ConnectedAccount> = {},
): Stripe.Account {
  const account = findAccount(world, id)
  const object = { ...account.object, ...changes }
  world.store.put('account', { ...account, ...own, object })
  emit(world, 'account.updated', object, id)
  return object
}
