import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'

const job = 'refund'
const resumedAtOnce = 200
/** The provider forgets a key after a day at the earliest; from then on only its list says whether a refund was made. */
const keyHours = 20

type Refund = { cents: number; reason: 'declined' | 'lapsed' | 'missed' | 'cancelled' | 'late' }

/**
 * Gives money of a paid booking back: the row in the caller's transaction, the provider's refund by a job after it. Given
 * for the same reason already, nothing more comes back.
 */
export async function giveBack(
  trx: Trx,
  deps: Deps,
  bookingId: string,
  { cents, reason }: Refund,
): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const made = await trx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_cents: cents,
      price_cents: cents,
      reason,
      created_at: new Date(deps.now().epochMilliseconds),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await deps.jobs.enqueue(trx, job, made.id, { refundId: made.id })
}

/** Says how refunds reach the provider. */
export function defineRefunds(deps: Deps): void {
  deps.jobs.define<{ refundId: string }>(job, { run: ({ refundId }) => sendRefund(deps, refundId) })
}

/** Begins refunds anew that are pending for a while; one that is under way stays as it is. */
export async function resumeRefunds({ db, jobs }: Deps, before: Date): Promise<void> {
  const pending = await db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'pending')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(sql.lit(resumedAtOnce))
    .execute()
  for (const { id } of pending) await jobs.enqueue(db, job, id, { refundId: id })
}

/** Tried again, it is the same refund to the provider: the row's id is its idempotency key. */
async function sendRefund({ db, stripe, now, log }: Deps, refundId: string): Promise<void> {
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select([
      'refunds.amount_cents',
      'refunds.state',
      'refunds.created_at',
      'payments.payment_intent_id',
      'payments.booking_id',
    ])
    .where('refunds.id', '=', refundId)
    .executeTakeFirst()
  if (refund?.state !== 'pending' || !refund.payment_intent_id) return
  const { payment_intent_id: paymentIntentId, created_at: createdAt } = refund
  const isOld = now().epochMilliseconds - createdAt.getTime() > keyHours * 3_600_000
  try {
    const before = isOld ? await refundMade(stripe, paymentIntentId, refundId) : undefined
    const sent =
      before ??
      (await stripe.refunds.create(
        {
          payment_intent: paymentIntentId,
          amount: refund.amount_cents,
          metadata: { refund_id: refundId, booking_id: refund.booking_id },
        },
        { idempotencyKey: refundId },
      ))
    await db
      .updateTable('refunds')
      .set({ state: 'done', refund_id: sent.id, done_at: new Date(now().epochMilliseconds) })
      .where('id', '=', refundId)
      .execute()
  } catch (error) {
    // Only what the provider will never grant is given up on; anything else is tried again.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    log.error({ refundId, code: error.code }, 'the payment provider refused a refund')
    await db.updateTable('refunds').set({ state: 'failed' }).where('id', '=', refundId).execute()
  }
}

/** A refund that the provider made already. */
async function refundMade(
  stripe: Stripe,
  paymentIntentId: string,
  refundId: string,
): Promise<Stripe.Refund | undefined> {
  for await (const made of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (made.metadata?.refund_id === refundId) return made
  }
  return undefined
}
