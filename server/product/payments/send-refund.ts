import { sql } from 'kysely'
import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { keyMayBeForgotten } from '#server/platform/payments/idempotency-keys.ts'
import { refundJob, sendRefundLater } from '../money/refund.ts'
import { applyRefund, applyRefundsOf } from './apply-refund.ts'
import { isAttempt, nameOfAttempt } from './refund-attempt.ts'
import { mailOfShortRefund, refuseRefund } from './refuse-refund.ts'

const resumedAtOnce = 200
/** Refusals that pass by themselves: a bank has the payment until it decides, and charges settle into our balance. */
const disputedCodes = ['charge_disputed', 'refund_disputed_payment']
const shortCodes = ['balance_insufficient', 'insufficient_funds']

/** Defines how refunds reach the provider. */
export function defineRefunds(deps: Deps): void {
  deps.jobs.define<{ refundId: string }>(refundJob, {
    // Each has its own key at the provider, and is applied under its booking's lock.
    sideBySide: true,
    run: ({ refundId }) => sendRefund(deps, refundId),
  })
}

/** Restarts refunds that have been pending for a while; one in progress stays as it is. */
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
    // So many that stay waiting must not hold up the others: chance gives each a turn.
    .orderBy(sql`random()`)
    .limit(sql.lit(resumedAtOnce))
    .execute()
  for (const { id } of pending) await sendRefundLater(deps.db, deps, id)
}

/** A retry is the same refund for the provider: the row's id is its idempotency key. */
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
    // Gives up only on refunds that the provider will never make; retries anything else.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    const { code = '' } = error
    await deps.db.updateTable('refunds').set({ asked: false }).where('id', '=', refundId).execute()
    // The dispute's event, on its way to us, will make this wait; if it is won, the refund continues. After a lost one, even of a part,
    // the provider refunds nothing anymore.
    if (disputedCodes.includes(code) && !refund.lost)
      return deps.log.info({ refundId }, 'a refund waits for a dispute')
    if (shortCodes.includes(code)) return waitForMoney(deps, attempt, code)
    // If somebody refunded part of a charge at the provider, the whole amount is no longer possible: sends
    // the rest.
    await applyRefundsOf(deps, { payment_intent: paymentIntentId })
    const now = await deps.db
      .selectFrom('refunds')
      .select(['state', 'attempt'])
      .where('id', '=', refundId)
      .executeTakeFirstOrThrow()
    if (now.state !== 'pending') return
    if (now.attempt !== refund.attempt) return sendRefund(deps, refundId)
    deps.log.error({ refundId, code }, 'the payment provider refused a refund')
    await refuseRefund(deps, { ...attempt, bookingId: refund.booking_id }, code || error.message)
  }
}

/**
 * Leaves a refund that our balance doesn't cover to a later run (`resumeRefunds`), as a new attempt: under the same key, the provider
 * would repeat its refusal for a day. The operators hear of it once, until one of them retries it.
 */
async function waitForMoney(
  deps: Deps,
  { id, attempt }: { id: string; attempt: number },
  code: string,
): Promise<void> {
  deps.log.warn({ refundId: id }, 'the balance at the payment provider doesn’t cover a refund')
  await deps.db.transaction().execute(async trx => {
    const { rows } = await sql<{ waited: boolean }>`
      update refunds set attempt = attempt + 1, failure = ${code}
      where id = ${id} and attempt = ${attempt} and state = 'pending'
      returning old.failure is not null as waited`.execute(trx)
    if (rows[0]?.waited === false) await mailOfShortRefund(trx, deps, { id, attempt })
  })
}

/**
 * The provider stores its answer under the key, even a refusal: after a dispute or a restart, the key has to
 * be a new one.
 */
function keyOf(refundId: string, { disputes, attempt }: { disputes: number; attempt: number }): string {
  if (attempt > 0) return `${refundId}:${disputes}:${attempt}`
  return disputes === 0 ? refundId : `${refundId}:${disputes}`
}

/**
 * A refund to send or to ask about, unless a bank has taken the payment meanwhile. From now on, other refunds
 * made at the provider don't count as this one: both paths take the booking's lock.
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
    lost: boolean
    attempt: number
  }>`
    update refunds set asked = true from payments
    where refunds.id = ${refundId} and payments.id = refunds.payment_id and refunds.state = 'pending'
      and not exists (select from disputes where payment_id = payments.id and state = 'open')
    returning refunds.amount_cents, refunds.created_at, refunds.refund_id, refunds.attempt, payment_intent_id, booking_id,
      (select count(*)::int from disputes where payment_id = payments.id) as disputes,
      exists (select from disputes where payment_id = payments.id and state = 'lost') as lost`.execute(trx)
  return rows[0]
}

/** A refund that the provider already made. */
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
