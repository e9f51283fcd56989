import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { newAccount } from './account-object.ts'
import { balanceRules } from './balance.ts'
import { ApiError, missing, refused } from './errors.ts'
import { emit } from './events.ts'
import { page } from './list.ts'
import type { Operations } from './operation.ts'
import {
  boolean,
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
const settings = z.strictObject({
  payouts: z.optional(
    z.strictObject({
      schedule: z.optional(
        z.strictObject({
          interval: z.enum(['manual', 'daily', 'weekly', 'monthly']),
          delay_days: z.optional(integer),
        }),
      ),
      debit_negative_balances: z.optional(boolean),
      statement_descriptor: z.optional(text),
    }),
  ),
})
type Settings = z.output<typeof settings>
const shared = {
  settings: z.optional(settings),
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
const platformId = 'acct_1LocalPlatform0'

export const accountOperations: Operations = {
  'POST /v1/accounts': (world, { params }) => {
    const wanted = read(created, params)
    if (wanted.type && wanted.controller) {
      throw refused('You may not specify both `type` and `controller` for an account.', undefined, 'type')
    }
    const made = newAccount(world, wanted)
    const object = { ...made, settings: mergeSettings(made, wanted.settings) }
    world.store.put('account', { id: object.id, object, payoutFailure: null })
    return object
  },
  // The platform's own; the stand-in only covers the settings that decide about its payouts.
  'GET /v1/account': (world, { params }) => {
    read(retrieval, params)
    const schedule = { delay_days: 2, interval: balanceRules(world).payoutInterval }
    const payouts = { debit_negative_balances: true, schedule, statement_descriptor: null }
    return { id: platformId, object: 'account', default_currency: 'usd', settings: { payouts } }
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
    const given = read(updated, params)
    const { metadata: sent, business_profile: about, email, business_type: kind } = given
    const { object } = findAccount(world, id)
    return changeAccount(world, id, {
      settings: mergeSettings(object, given.settings),
      ...(email ? { email } : {}),
      ...(kind ? { business_type: kind } : {}),
      ...(about ? { business_profile: { ...object.business_profile!, ...about } } : {}),
      metadata: mergeMetadata(object.metadata ?? {}, sent),
    })
  },
  'DELETE /v1/accounts/:id': (world, { path: [id = ''] }) => {
    deauthorize(world, id)
    return { id, object: 'account', deleted: true }
  },
  'GET /v1/accounts/:id/capabilities': (world, { path: [id = ''], params }) => {
    read(retrieval, params)
    const { object } = findAccount(world, id)
    const data = Object.keys(object.capabilities ?? {}).map(name => capabilityOf(object, name))
    return { object: 'list', data, has_more: false, url: `/v1/accounts/${id}/capabilities` }
  },
  'GET /v1/accounts/:id/capabilities/:name': (world, { path: [id = '', name = ''], params }) => {
    read(retrieval, params)
    const { object } = findAccount(world, id)
    if (!(name in (object.capabilities ?? {}))) throw missing('capability', name, 'capability')
    return capabilityOf(object, name)
  },
  'GET /v1/accounts/:id/external_accounts': (world, { path: [id = ''], params }) => {
    const kinds = z.optional(z.enum(['bank_account', 'card']))
    const { object: kind, ...paging } = read(z.strictObject({ ...listing, object: kinds }), params)
    const rows = findAccount(world, id).object.external_accounts?.data ?? []
    const wanted = rows.filter(row => !kind || row.object === kind)
    return page(wanted, `/v1/accounts/${id}/external_accounts`, paging)
  },
  'GET /v1/accounts/:id/external_accounts/:bank': (world, { path: [id = '', bank = ''], params }) => {
    read(retrieval, params)
    const rows = findAccount(world, id).object.external_accounts?.data ?? []
    const found = rows.find(row => row.id === bank)
    if (!found) throw missing('external account', bank)
    return found
  },
}

/** Throws the provider's 403, which doesn't tell an unknown account from one that isn't ours. */
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

/** Changes an account and notifies its webhooks. */
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
  tellParts(world, account.object, object)
  return object
}

/** The parts of an account with events of their own: its capabilities, and its payout destination. */
function tellParts(world: World, before: Stripe.Account, after: Stripe.Account): void {
  for (const [name, status] of Object.entries(after.capabilities ?? {})) {
    const was = before.capabilities?.[name as keyof Stripe.Account.Capabilities]
    if (was !== status) emit(world, 'capability.updated', capabilityOf(after, name), after.id)
  }
  for (const bank of after.external_accounts?.data ?? []) {
    const was = before.external_accounts?.data.find(({ id }) => id === bank.id)
    if (!was) emit(world, 'account.external_account.created', bank, after.id)
    else if (was !== bank) emit(world, 'account.external_account.updated', bank, after.id)
  }
}

/** Ends the platform's access to an account: for its calls, the account no longer exists. */
export function deauthorize(world: World, id: string): void {
  findAccount(world, id)
  world.store.remove('account', id)
  const application = { id: 'ca_local', object: 'application', name: 'Ignite' }
  emit(world, 'account.application.deauthorized', application, id)
}

function capabilityOf(account: Stripe.Account, name: string): Stripe.Capability {
  return {
    id: name,
    object: 'capability',
    account: account.id,
    future_requirements: account.future_requirements as Stripe.Capability.FutureRequirements,
    requested: true,
    requested_at: account.created ?? null,
    requirements: account.requirements as Stripe.Capability.Requirements,
    status: account.capabilities?.[name as keyof Stripe.Account.Capabilities] ?? 'inactive',
  }
}

function mergeSettings(
  { settings: kept }: Stripe.Account,
  sent: Settings | undefined,
): Stripe.Account.Settings {
  const { payouts } = kept!
  const schedule = { ...payouts!.schedule, ...sent?.payouts?.schedule }
  return { ...kept!, payouts: { ...payouts!, ...sent?.payouts, schedule } }
}
