import type { Stripe } from 'stripe'
import { emptyList } from './list.ts'
import { newId, type World } from './world.ts'

/** What a person must still provide before money can reach them. */
const asked = [
  'business_profile.url',
  'external_account',
  'individual.dob.day',
  'individual.dob.month',
  'individual.dob.year',
  'individual.first_name',
  'individual.last_name',
  'individual.ssn_last_4',
  'tos_acceptance.date',
  'tos_acceptance.ip',
]

export type NewAccount = {
  type?: 'express' | 'custom' | 'standard'
  country?: string
  email?: string
  business_type?: string
  default_currency?: string
  capabilities?: Partial<Record<string, { requested: boolean }>>
  controller?: {
    fees?: { payer?: string }
    losses?: { payments?: string }
    requirement_collection?: string
    stripe_dashboard?: { type?: string }
  }
  business_profile?: Record<string, unknown>
  metadata?: Record<string, string>
}

/** A connected account before its onboarding, as the API shows it. */
export function newAccount(world: World, wanted: NewAccount): Stripe.Account {
  const id = newId('acct', 16)
  const dashboard =
    wanted.controller?.stripe_dashboard?.type ?? (wanted.type === 'custom' ? 'none' : wanted.type)
  const requested = Object.entries(wanted.capabilities ?? {}).filter(([, wish]) => wish?.requested)
  return {
    id,
    object: 'account',
    business_profile: { ...emptyProfile, ...wanted.business_profile } as Stripe.Account.BusinessProfile,
    business_type: (wanted.business_type ?? null) as Stripe.Account.BusinessType | null,
    capabilities: Object.fromEntries(requested.map(([name]) => [name, 'inactive'])),
    charges_enabled: false,
    controller: {
      fees: { payer: wanted.controller?.fees?.payer ?? 'application' },
      is_controller: true,
      losses: { payments: wanted.controller?.losses?.payments ?? 'application' },
      requirement_collection: wanted.controller?.requirement_collection ?? 'stripe',
      stripe_dashboard: { type: dashboard ?? 'full' },
      type: 'application',
    } as Stripe.Account.Controller,
    country: wanted.country ?? 'US',
    created: world.now(),
    default_currency: wanted.default_currency ?? 'usd',
    details_submitted: false,
    email: wanted.email ?? null,
    external_accounts: emptyList(`/v1/accounts/${id}/external_accounts`),
    future_requirements: requirements([]),
    metadata: wanted.metadata ?? {},
    payouts_enabled: false,
    requirements: requirements(asked, 'requirements.past_due'),
    settings: settings as unknown as Stripe.Account.Settings,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: wanted.type ?? (dashboard === 'express' ? 'express' : 'none'),
  }
}

/** What an account still has to say, all of it overdue. */
export function requirements(
  due: string[],
  disabledReason: Stripe.Account.Requirements.DisabledReason | null = null,
  errors: Stripe.Account.Requirements.Error[] = [],
): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: disabledReason,
    errors,
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
}

const emptyProfile = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  name: null,
  product_description: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}

const settings = {
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: 'Etc/UTC' },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
}
