import type Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import { idOf, isMissing } from '#server/platform/payments/provider-objects.ts'
import { applyAccount } from '../payouts/apply-account.ts'
import { applyPayout } from '../withdrawals/apply-payout.ts'
import { applyTransfer } from '../withdrawals/apply-transfer.ts'
import { applyRefund, applyRefundsOf } from './apply-refund.ts'
import { applyCheckout } from './checkout.ts'
import { applyDispute } from './disputes.ts'

/** The object of an event, by id only: its content may be out of date, so we ask the provider. */
type Apply = (deps: Deps, id: string) => Promise<void>
type ApplyOfAccount = (deps: Deps, accountId: string, id: string) => Promise<void>

const refund: Apply = async (deps, id) => applyRefund(deps, await deps.stripe.refunds.retrieve(id))

const refundsOfCharge: Apply = (deps, charge) => applyRefundsOf(deps, { charge })

/** Each kind of event about the platform's own money, and what we look up because of it. */
const platformKinds: Partial<Record<string, Apply>> = {
  'checkout.session.completed': applyCheckout,
  'checkout.session.async_payment_succeeded': applyCheckout,
  'checkout.session.async_payment_failed': applyCheckout,
  'checkout.session.expired': applyCheckout,
  'charge.refunded': refundsOfCharge,
  'charge.refund.updated': refund,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  'charge.dispute.created': (deps, id) => applyDispute(deps, id, { isNew: true }),
  'charge.dispute.updated': applyDispute,
  'charge.dispute.funds_withdrawn': applyDispute,
  'charge.dispute.funds_reinstated': applyDispute,
  'charge.dispute.closed': applyDispute,
  'transfer.reversed': applyTransfer,
}

/** Each kind of event about a tutor's account at the provider, and what we look up because of it. */
const accountKinds: Partial<Record<string, ApplyOfAccount>> = {
  'account.updated': applyAccount,
  'account.application.deauthorized': applyAccount,
  'account.external_account.created': applyAccount,
  'account.external_account.updated': applyAccount,
  'account.external_account.deleted': applyAccount,
  'capability.updated': applyAccount,
  'payout.paid': applyPayout,
  'payout.failed': applyPayout,
  'payout.canceled': applyPayout,
}

/** The kinds to request when reading the provider's own list of events; it accepts up to twenty. */
export const kindsRead = { platform: Object.keys(platformKinds), account: Object.keys(accountKinds) }

/**
 * Applies an event. Every kind looks up the current state, so that neither order nor repetition matters; an
 * event that nothing here needs is simply marked done. `account`: it belongs to an account that isn't ours.
 */
export async function applyEvent(deps: Deps, event: Stripe.Event): Promise<'done' | 'account'> {
  const { type, account } = event
  const [ofPlatform, ofAccount] = [platformKinds[type], accountKinds[type]]
  const id = idOf(event.data.object as { id: string })
  // A type may be named like what every object has.
  const isKnown = Object.hasOwn(platformKinds, type) || Object.hasOwn(accountKinds, type)
  if (!id || !isKnown) return 'done'
  if (account ? !(await isOurs(deps, account)) : !ofPlatform) return 'account'
  try {
    if (!account) await ofPlatform?.(deps, id)
    else await ofAccount?.(deps, account, id)
  } catch (error) {
    if (!isMissing(error)) throw error
    deps.log.warn(
      { event: event.id, type },
      'an event is about something that the payment provider doesn’t have',
    )
  }
  return 'done'
}

async function isOurs({ db }: Deps, accountId: string): Promise<boolean> {
  const account = await db
    .selectFrom('payout_accounts')
    .select('user_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return account !== undefined
}
