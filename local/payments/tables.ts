import type { Stripe } from 'stripe'

/** A Checkout Session with what the API doesn't show of it. */
export type Checkout = {
  id: string
  session: Stripe.Checkout.Session
  items: Stripe.LineItem[]
  intentData: IntentData
  /** The address typed where a card asked for a second step. */
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

/** A connected account with the ending its bank account gives to payouts. */
export type ConnectedAccount = { id: string; object: Stripe.Account; payoutFailure: string | null }

/** The way into an account's onboarding: the secret of an account session, or the end of an account link's address. */
export type Entrance = {
  id: string
  account: string
  expiresAt: number
  returnUrl: string | null
}

export type Delivery = {
  id: string
  state: 'due' | 'held' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  lastAnswer: string | null
}

/** What an Idempotency-Key was first used for, and what came of it. */
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
  /** Kinds of event the mode is for; the others are delivered. None means all. */
  types: string[]
  delayMs: number
  copies: number
  retryMs: number
}

/** `payoutInterval`: how the platform's own balance is paid out by itself. */
export type BalanceRules = { id: 'balance'; availableAfterDays: number; payoutInterval: 'manual' | 'daily' }

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

/** What can be set for the next calls: also a plain no, which isn't the provider's fault, and for good. */
export const answerKinds = [...faultKinds, 'refuse'] as const

/** A way in which the next calls to a path go wrong. */
export type Fault = {
  id: string
  kind: (typeof answerKinds)[number]
  method: string
  path: string
  skip: number
  times: number
  delayMs: number
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
