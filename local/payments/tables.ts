import type { Stripe } from 'stripe'

/** A Checkout Session with its internal fields. */
export type Checkout = {
  id: string
  session: Stripe.Checkout.Session
  items: Stripe.LineItem[]
  intentData: IntentData
  /** The address typed when a card required a second step. */
  email?: string
}

export type IntentData = {
  metadata?: Record<string, string>
  description?: string
  transfer_group?: string
  receipt_email?: string
}

/** A change of somebody's balance: the platform's (null) or a connected account's. */
export type Movement = { id: string; account: string | null; object: Stripe.BalanceTransaction }

/** A payout of a connected account, or of the platform (null). */
export type Payout = { id: string; account: string | null; object: Stripe.Payout }

/** A connected account, with the outcome that its bank account gives to payouts. */
export type ConnectedAccount = { id: string; object: Stripe.Account; payoutFailure: string | null }

/**
 * Access to an account's onboarding: the secret of an account session, or the end of an account link's
 * address.
 */
export type Entrance = {
  id: string
  account: string
  /** The embedded components that it opens. */
  components: string[]
  expiresAt: number
  returnUrl: string | null
}

export type Delivery = {
  id: string
  state: 'due' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  lastAnswer: string | null
}

/** An Idempotency-Key's first call, and its answer. */
export type Answered = {
  id: string
  request: string
  status: number
  body: string
  requestId: string
  at: number
}

export type WebhookRules = {
  id: 'webhooks'
  mode: 'deliver' | 'hold' | 'drop'
  /** The event kinds that the mode affects; others are delivered normally. None means all. */
  types: string[]
  delayMs: number
  copies: number
  retryMs: number
}

/** `payoutInterval`: the automatic payouts of the platform's own balance. */
export type BalanceRules = {
  id: 'balance'
  availableAfterDays: number
  payoutInterval: 'manual' | 'daily'
  /** Whether refunds wait as if the balance didn't cover them. */
  refundsWait?: boolean
}

export const faultKinds = [
  'error',
  'error_stored',
  'rate_limit',
  'conflict',
  'timeout_before',
  'timeout_after',
  'reset_before',
  'reset_after',
  'malformed',
  'other_amount',
  'slow',
] as const

/**
 * The faults that can be set for the next calls, including a permanent refusal, which isn't the provider's
 * failure.
 */
export const answerKinds = [...faultKinds, 'refuse'] as const

/** How the next calls to a path fail. */
export type Fault = {
  id: string
  kind: (typeof answerKinds)[number]
  method: string
  path: string
  skip: number
  times: number
  delayMs: number
  /** Of a refusal. */
  code: string
}

export type Tables = {
  checkout: Checkout
  intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  movement: Movement
  account: ConnectedAccount
  entrance: Entrance
  transfer: Stripe.Transfer
  reversal: Stripe.TransferReversal
  payout: Payout
  event: Stripe.Event
  delivery: Delivery
  answered: Answered
  fault: Fault
  webhookRules: WebhookRules
  balanceRules: BalanceRules
}
