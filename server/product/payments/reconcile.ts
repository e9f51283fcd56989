import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { resumeWithdrawals } from '../withdrawals/send-withdrawal.ts'
import { askCheckout } from './checkout.ts'
import { readEvents, readPlatformMoves, readProviderFees } from './read-provider.ts'
import { resumeRefunds } from './send-refund.ts'
import { resumeEvents } from './stripe-events.ts'

const askedAtOnce = 200

/**
 * What a lost webhook would have told, and what jobs have given up on: reads the provider's lists, asks about Checkouts that are
 * open for a while, and begins events, refunds and withdrawals anew. Money must not depend on the provider having been there while a
 * job was tried.
 */
export async function reconcile(deps: Deps): Promise<void> {
  const before = deps.now().subtract({ minutes: 2 })
  await resumeEvents(deps, before)
  await resumeRefunds(deps, before)
  await resumeWithdrawals(deps, before)
  const failures: unknown[] = []
  for (const look of [askOpenCheckouts, readEvents, readProviderFees, readPlatformMoves]) {
    // One that can't be made must not keep the others from being made.
    await look(deps, before).catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} looks at the payment provider failed`)
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
  const failures: unknown[] = []
  for (const { booking_id } of open) {
    // One that can't be applied must not keep the others unasked.
    await askCheckout(deps, booking_id).catch(error => failures.push(error))
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} checkouts couldn’t be asked about`)
}
