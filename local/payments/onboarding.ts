import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { requirements } from './account-object.ts'
import { changeAccount, findAccount } from './accounts.ts'
import { bankAccounts } from './bank-accounts.ts'
import type { Operations } from './operation.ts'
import { boolean, expand, read, text } from './params.ts'
import type { Entrance } from './tables.ts'
import { newId, type World } from './world.ts'

const component = z.strictObject({
  enabled: boolean,
  features: z.optional(z.record(z.string(), boolean)),
})
const componentNames = [
  'account_management',
  'account_onboarding',
  'balances',
  'documents',
  'notification_banner',
  'payment_details',
  'payments',
  'payouts',
  'payouts_list',
] as const
const openedSession = z.strictObject({
  account: text,
  components: z.partialRecord(z.enum(componentNames), component),
  expand,
})
const openedLink = z.strictObject({
  account: text,
  type: z.enum(['account_onboarding', 'account_update']),
  refresh_url: text,
  return_url: text,
  collect: z.optional(z.enum(['currently_due', 'eventually_due'])),
  collection_options: z.optional(z.record(z.string(), z.string())),
  expand,
})

export const onboardingOperations: Operations = {
  'POST /v1/account_sessions': (world, { params }) => {
    const { account, components } = read(openedSession, params)
    const { id, expiresAt } = open(world, newId('accs_secret_', 56), account, 3600, null)
    const shown = componentNames.map(name => {
      const wanted = components[name]
      return [name, { enabled: wanted?.enabled ?? false, features: wanted?.features ?? {} }]
    })
    return {
      object: 'account_session',
      account,
      client_secret: id,
      components: Object.fromEntries(shown),
      expires_at: expiresAt,
      livemode: false,
    }
  },
  'POST /v1/account_links': (world, { params }) => {
    const { account, return_url: returnUrl } = read(openedLink, params)
    const { id, expiresAt } = open(world, newId('acctlink'), account, 300, returnUrl)
    return {
      object: 'account_link',
      created: world.now(),
      expires_at: expiresAt,
      url: `${world.publicUrl}/local/payments/onboarding/${id}`,
    }
  },
}

function open(
  world: World,
  id: string,
  account: string,
  seconds: number,
  returnUrl: string | null,
): Entrance {
  findAccount(world, account)
  return world.store.put('entrance', { id, account, expiresAt: world.now() + seconds, returnUrl })
}

/** The account that a secret still gives access to. */
export function entranceOf(world: World, secret: string): Entrance | undefined {
  const entrance = world.store.get('entrance', secret)
  return entrance && entrance.expiresAt > world.now() ? entrance : undefined
}

/** The last digits of an identity number that doesn't match the person. */
export const wrongIdentity = '1111'

export const answers = z.object({
  first_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  last_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  ssn_last_4: z.string().check(z.regex(/^\d{4}$/)),
  account_number: z.string().check(z.regex(/^\d{6,17}$/)),
})
export type Answers = z.infer<typeof answers>

/** Accepts the filled-in form: everything is fine, or the person has to prove their identity. */
export function submit(world: World, id: string, given: Answers): Stripe.Account {
  const { object } = findAccount(world, id)
  const bank = bankAccounts.find(({ number }) => number === given.account_number)
  const told: Partial<Stripe.Account> = {
    details_submitted: true,
    business_type: object.business_type ?? 'individual',
    tos_acceptance: { date: world.now(), ip: '127.0.0.1', user_agent: null },
    external_accounts: {
      ...object.external_accounts!,
      data: [bankAccount(world, object, given)],
    },
  }
  const own = { payoutFailure: bank?.failure ?? null }
  if (given.ssn_last_4 !== wrongIdentity)
    return changeAccount(world, id, { ...told, ...enabled(object) }, own)
  return changeAccount(world, id, { ...told, ...restricted(object) }, own)
}

/** An account that may be paid. */
export function enabled({ capabilities = {} }: Stripe.Account): Partial<Stripe.Account> {
  return {
    capabilities: withAll(capabilities, 'active'),
    charges_enabled: 'card_payments' in capabilities,
    payouts_enabled: true,
    requirements: requirements([]),
  }
}

/** An account that the provider looks at again, and that needs nothing. */
export function checked({ capabilities = {} }: Stripe.Account): Partial<Stripe.Account> {
  return {
    capabilities: withAll(capabilities, 'inactive'),
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements([], 'requirements.pending_verification'),
  }
}

/** An account that needs more information. */
export function restricted({ capabilities = {} }: Stripe.Account): Partial<Stripe.Account> {
  const requirement = 'individual.verification.document'
  return {
    capabilities: withAll(capabilities, 'inactive'),
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements([requirement], 'requirements.past_due', [
      {
        code: 'verification_failed_keyed_identity',
        reason:
          'The person’s keyed-in identity information could not be verified. Please upload an identity document.',
        requirement,
      } as Stripe.Account.Requirements.Error,
    ]),
  }
}

/** An account that the provider rejects. */
export function rejected({ capabilities = {} }: Stripe.Account): Partial<Stripe.Account> {
  return {
    capabilities: withAll(capabilities, 'inactive'),
    charges_enabled: false,
    payouts_enabled: false,
    requirements: requirements([], 'rejected.fraud'),
  }
}

function withAll(capabilities: Stripe.Account.Capabilities, state: 'active' | 'inactive') {
  return Object.fromEntries(Object.keys(capabilities).map(name => [name, state]))
}

function bankAccount(
  world: World,
  { id, country, default_currency: currency }: Stripe.Account,
  given: Answers,
) {
  return {
    id: newId('ba'),
    object: 'bank_account',
    account: id,
    account_holder_name: `${given.first_name} ${given.last_name}`,
    account_holder_type: 'individual',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: country ?? 'US',
    currency: currency ?? 'usd',
    default_for_currency: true,
    fingerprint: `local${world.now()}`,
    last4: given.account_number.slice(-4),
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  } as Stripe.BankAccount
}
