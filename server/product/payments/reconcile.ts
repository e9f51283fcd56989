import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { resumeWithdrawals } from '../withdrawals/send-withdrawal.ts'
import { reportStuck } from '../withdrawals/stuck-withdrawals.ts'
import { askCheckout } from './checkout.ts'
import { readEvents, readPlatformMoves, readProviderFees } from './read-provider.ts'
import { resumeRefunds } from './send-refund.ts'
import { resumeEvents } from './stripe-events.ts'

const askedAtOnce = 200

/**
 * Catches up on lost webhooks and abandoned jobs: reads the provider's lists, asks about Checkouts that have
 * been open for a while, and restarts events, refunds and withdrawals. Money must not depend on the provider
 * being reachable while a job was tried. Tells operators about withdrawals that are stuck all the same.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const before = deps.now().subtract({ minutes: 2 })
  await resumeEvents(deps, before)
  await resumeRefunds(deps, before)
  await resumeWithdrawals(deps, before)
  await reportStuck(deps)
  const looks = [askOpenCheckouts, readEvents, readProviderFees, readPlatformMoves]
  await eachInTurn(looks, 'looks at the payment provider failed', look => look(deps, before))
}

async function askOpenCheckouts(deps: Deps, before: Temporal.Instant): Promise<void> {
  const open = await deps.db
    .selectFrom('payments')
    .select('booking_id')
    .where('state', '=', 'open')
    .where('checkout_id', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(sql.lit(askedAtOnce))
    .execute()
  await eachInTurn(open, 'checkouts couldn’t be asked about', ({ booking_id }) =>
    askCheckout(deps, booking_id),
  )
}
