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
    const { account, components: wanted } = read(openedSession, params)
    const components = componentNames.filter(name => wanted[name]?.enabled)
    const { id, expiresAt } = open(world, newId('accs_secret_', 56), {
      account,
      components,
      seconds: 3600,
      returnUrl: null,
    })
    const shown = componentNames.map(name => {
      return [name, { enabled: components.includes(name), features: wanted[name]?.features ?? {} }]
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
    const components = ['account_onboarding']
    const { id, expiresAt } = open(world, newId('acctlink'), { account, components, seconds: 300, returnUrl })
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
  { seconds, ...to }: Omit<Entrance, 'id' | 'expiresAt'> & { seconds: number },
): Entrance {
  findAccount(world, to.account)
  return world.store.put('entrance', { id, ...to, expiresAt: world.now() + seconds })
}

/** The account that a secret still gives access to. */
export function entranceOf(world: World, secret: string): Entrance | undefined {
  const entrance = world.store.get('entrance', secret)
  return entrance && entrance.expiresAt > world.now() ? entrance : undefined
}

/** The last digits of an identity number that doesn't match the person. */
export const wrongIdentity = '1111'

const answers = z.object({
  first_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  last_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  ssn_last_4: z.string().check(z.regex(/^\d{4}$/)),
  account_number: z.string().check(z.regex(/^\d{6,17}$/)),
})
type Answers = z.infer<typeof answers>
export type Field = keyof Answers

/**
 * The fields that a component shows. Onboarding asks for what is due, and for nothing else; account management
 * changes what was given (docs.stripe.com/connect/supported-embedded-components).
 */
export function fieldsOf(world: World, { account }: Entrance, component: string): Field[] {
  if (component === 'account_management') return ['account_number']
  const { details_submitted: known, requirements: open } = findAccount(world, account).object
  const due = open?.currently_due ?? []
  const isDue = (field: Field) =>
    field === 'account_number'
      ? due.includes('external_account')
      : due.some(one => one.startsWith('individual.'))
  const all = Object.keys(answers.shape) as Field[]
  return known ? all.filter(isDue) : all
}

/** The answers to these fields, or null if one is missing or wrong. */
export function readAnswers(fields: Field[], form: object): Partial<Answers> | null {
  const shape = Object.fromEntries(fields.map(field => [field, answers.shape[field]]))
  const given = z.object(shape).safeParse(form)
  return given.success ? (given.data as Partial<Answers>) : null
}

/** Accepts the filled-in form: everything is fine, or the person has to prove their identity. */
export function submit(world: World, id: string, given: Partial<Answers>): Stripe.Account {
  const { object, payoutFailure } = findAccount(world, id)
  if (Object.keys(given).length === 0) return object
  const bank = bankAccounts.find(({ number }) => number === given.account_number)
  const accounts = object.external_accounts!
  const told: Partial<Stripe.Account> = {
    details_submitted: true,
    business_type: object.business_type ?? 'individual',
    tos_acceptance: { date: world.now(), ip: '127.0.0.1', user_agent: null },
    external_accounts: given.account_number
      ? { ...accounts, data: [bankAccount(world, object, given)] }
      : accounts,
  }
  const own = { payoutFailure: given.account_number ? (bank?.failure ?? null) : payoutFailure }
  const state = given.ssn_last_4 === wrongIdentity ? restricted(object) : enabled(object)
  return changeAccount(world, id, { ...told, ...state }, own)
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
  { id, country, default_currency: currency, external_accounts: accounts }: Stripe.Account,
  given: Partial<Answers>,
) {
  const before = accounts?.data.find(one => one.object === 'bank_account')
  const name = given.first_name ? `${given.first_name} ${given.last_name}` : before?.account_holder_name
  return {
    id: newId('ba'),
    object: 'bank_account',
    account: id,
    account_holder_name: name ?? null,
    account_holder_type: 'individual',
    account_type: null,
    available_payout_methods: ['standard'],
    bank_name: 'STRIPE TEST BANK',
    country: country ?? 'US',
    currency: currency ?? 'usd',
    default_for_currency: true,
    fingerprint: `local${world.now()}`,
    last4: given.account_number!.slice(-4),
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  } as Stripe.BankAccount
}
