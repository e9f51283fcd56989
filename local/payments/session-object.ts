import type { Stripe } from 'stripe'
import { badParameter } from './errors.ts'
import type { NewCheckout } from './new-checkout.ts'
import { newId, type World } from './world.ts'

const day = 86_400

/** A new, open session, as the API shows it. */
export function newSession(
  world: World,
  wanted: NewCheckout,
  { total, currency }: { total: number; currency: string },
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58)
  const created = world.now()
  return {
    id,
    object: 'checkout.session',
    // Without the parameter, the dashboard decides; here it is on.
    adaptive_pricing: { enabled: wanted.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: wanted.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wanted.cancel_url ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: wanted.customer_creation ?? 'if_required',
    customer_details: wanted.customer_email ? detailsOf(wanted.customer_email) : null,
    customer_email: wanted.customer_email ?? null,
    discounts: [],
    expires_at: expiryOf(wanted.expires_at, created),
    integration_identifier: null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    locale: (wanted.locale as Stripe.Checkout.Session.Locale | undefined) ?? null,
    managed_payments: { enabled: false },
    metadata: wanted.metadata ?? {},
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: methodsOn.filter(
      type => wanted.allowed_payment_method_types?.includes(type) ?? true,
    ),
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: wanted.submit_type ?? null,
    subscription: null,
    success_url: wanted.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.publicUrl}/local/payments/checkout/${id}`,
    wallet_options: null,
  }
}

/** The payment methods that are on in the account's settings; `allowed_payment_method_types` chooses among them. */
const methodsOn = ['card', 'us_bank_account']

/** What the provider knows of a customer who typed only an address. */
export function detailsOf(email: string): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: null,
  }
}

function expiryOf(wanted: number | undefined, created: number): number {
  if (wanted === undefined) return created + day
  if (wanted < created + 1800) {
    const message = 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
    throw badParameter(message, undefined, 'expires_at')
  }
  if (wanted > created + day) {
    const message = 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.'
    throw badParameter(message, undefined, 'expires_at')
  }
  return wanted
}
