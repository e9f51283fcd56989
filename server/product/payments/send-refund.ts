import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { keyMayBeForgotten } from '#server/platform/payments/key-age.ts'
import { refundJob, sendLater } from '../money/refund.ts'
import { applyRefund, applyRefundsOf, isAttempt, nameOfAttempt } from './apply-refund.ts'
import { refuseRefund } from './refuse-refund.ts'

const resumedAtOnce = 200

/** Says how refunds reach the provider. */
export function defineRefunds(deps: Deps): void {
  deps.jobs.define<{ refundId: string }>(refundJob, {
    // Each has its own key at the provider, and is applied under its booking's lock.
    sideBySide: true,
    run: ({ refundId }) => sendRefund(deps, refundId),
  })
}

/** Begins refunds anew that are pending for a while; one that is under way stays as it is. */
export async function resumeRefunds(deps: Deps, before: Temporal.Instant): Promise<void> {
  const pending = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'pending')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('disputes')
            .select('disputes.id')
            .whereRef('disputes.payment_id', '=', 'refunds.payment_id')
            .where('disputes.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(sql.lit(resumedAtOnce))
    .execute()
  for (const { id } of pending) await sendLater(deps.db, deps, id)
}

/** Tried again, it is the same refund to the provider: the row's id is its idempotency key. */
async function sendRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await deps.db.transaction().execute(trx => takeUp(trx, refundId))
  if (!refund) return
  const { payment_intent_id: paymentIntentId, refund_id: providerId } = refund
  const attempt = { id: refundId, attempt: refund.attempt }
  try {
    if (providerId) return await applyRefund(deps, await deps.stripe.refunds.retrieve(providerId))
    const before = keyMayBeForgotten(refund, deps.now())
      ? await refundMade(deps.stripe, paymentIntentId, attempt)
      : undefined
    const sent =
      before ??
      (await deps.stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: refund.amount_cents,
          metadata: { ...nameOfAttempt(attempt), booking_id: refund.booking_id },
        },
        { idempotencyKey: keyOf(refundId, refund) },
      ))
    await applyRefund(deps, sent)
  } catch (error) {
    // Only what the provider will never grant is given up on; anything else is tried again.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { code } = error
    await deps.db.updateTable('refunds').set({ asked: false }).where('id', '=', refundId).execute()
    // Its event, on its way to us, makes this wait; a dispute that is won lets it go on.
    if (code === 'charge_disputed') return deps.log.info({ refundId }, 'a refund waits for a dispute')
    // Of a charge of which somebody gave back a part there, the whole can't be had any more: the rest is sent.
    await applyRefundsOf(deps, { payment_intent: paymentIntentId })
    const now = await deps.db
      .selectFrom('refunds')
      .select(['state', 'attempt'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (now.state !== 'pending') return
    if (now.attempt !== refund.attempt) return sendRefund(deps, refundId)
    deps.log.error({ refundId, code }, 'the payment provider refused a refund')
    await refuseRefund(deps, { ...attempt, bookingId: refund.booking_id }, code ?? error.message)
  }
}

/** The provider keeps its answer to a key, a refusal too: after a dispute, or begun anew, it has to be another one. */
function keyOf(refundId: string, { disputes, attempt }: { disputes: number; attempt: number }): string {
  if (attempt > 0) return `${refundId}:${disputes}:${attempt}`
  return disputes === 0 ? refundId : `${refundId}:${disputes}`
}

/**
 * A refund that is to be sent or asked about, unless a bank has taken the payment meanwhile. From now on, whatever else was
 * made at the provider doesn't count as this one: both take the booking's lock.
 */
async function takeUp(trx: Trx, refundId: string) {
  await sql`
    select from bookings where id = (
      select booking_id from payments join refunds on payment_id = payments.id where refunds.id = ${refundId})
    for update`.execute(trx)
  const { rows } = await sql<{
    amount_cents: number
    created_at: Temporal.Instant
    refund_id: string | null
    payment_intent_id: string
    booking_id: string
    disputes: number
    attempt: number
  }>`
    update refunds set asked = true from payments
    where refunds.id = ${refundId} and payments.id = refunds.payment_id and refunds.state = 'pending'
      and not exists (select from disputes where payment_id = payments.id and state = 'open')
    returning refunds.amount_cents, refunds.created_at, refunds.refund_id, refunds.attempt, payment_intent_id, booking_id,
      (select count(*)::int from disputes where payment_id = payments.id) as disputes`.execute(trx)
  return rows[0]
}

/** A refund that the provider made already. */
async function refundMade(
  stripe: Stripe,
  paymentIntentId: string,
  attempt: { id: string; attempt: number },
): Promise<Stripe.Refund | undefined> {
  for await (const made of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (isAttempt(attempt, made.metadata)) return made
  }
  return undefined
}
