import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'

/** Enqueues ending the Checkout of a booking that nobody should pay anymore, in this transaction. */
export async function endCheckoutLater(trx: Trx, deps: Deps, bookingId: string): Promise<void> {
  await deps.jobs.enqueue(trx, 'end-checkout', bookingId, { bookingId })
}
