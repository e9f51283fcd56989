import Stripe from 'stripe'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { keepsFailing, keyOfTry } from '#server/platform/payments/idempotency-keys.ts'
import { idOf, isMissing } from '#server/platform/payments/provider-objects.ts'
import type { BookingKind } from '#shared/domain/booking-states.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { holdExpired } from '../bookings/hold.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { bookingIdOf, fulfill } from './fulfill.ts'

/** The provider keeps a Checkout open for at least half an hour; we end it together with the hold. */
const openMinutes = 60

/**
 * The address for paying a held booking. Requested any number of times, also at once or after a crash, it is
 * one Checkout: the payment's id is the provider's idempotency key. After a failure at the provider, or if a
 * parameter has changed since a try whose answer was lost (the student's email address, or what a new release
 * asks for), the next try gets a new key; nobody knows the address of a Checkout that may exist already.
 */
export async function checkoutUrl(deps: Deps, login: Login, bookingId: string): Promise<string> {
  const payment = await deps.db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select([
      'payments.id',
      'payments.checkout_url',
      'payments.amount_cents',
      'payments.created_at',
      'payments.checkout_attempt',
      'bookings.topic',
      'bookings.fee_cents',
      'bookings.kind',
    ])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  if (payment.checkout_url) return payment.checkout_url
  const session = await createCheckout(deps, login, bookingId, payment).catch(async (error: unknown) => {
    deps.log.warn({ err: error, bookingId }, 'a Checkout couldn’t be created')
    if (keepsFailing(error)) await takeNewKey(deps, payment)
    throw problem(
      'upstream_unavailable',
      'Unable to get the checkout url. You weren’t charged. Try again in a moment.',
      {
        retryAfterSeconds: 5,
      },
    )
  })
  const kept = await deps.db
    .updateTable('payments')
    .set({ checkout_id: session.id, checkout_url: session.url })
    .where('id', '=', payment.id)
    .where('state', '<>', 'ended')
    .where('checkout_url', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (kept) return session.url!
  const stored = await deps.db
    .selectFrom('payments')
    .select(['state', 'checkout_id', 'checkout_url'])
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  const isOpen = stored.state !== 'ended'
  if (isOpen && stored.checkout_id === session.id) return session.url!
  // The hold ended while the provider was creating this, or another try made one: nobody may pay here too.
  await deps.stripe.checkout.sessions
    .expire(session.id)
    .catch(error => deps.log.warn({ err: error, bookingId }, 'an abandoned Checkout couldn’t be expired'))
  if (isOpen && stored.checkout_url) return stored.checkout_url
  throw holdExpired()
}

type OpenPayment = {
  id: string
  checkout_attempt: number
  amount_cents: number
  fee_cents: number
  created_at: Temporal.Instant
  topic: string
  kind: BookingKind
}

function createCheckout(
  { stripe, config }: Deps,
  login: Login,
  bookingId: string,
  payment: OpenPayment,
): Promise<Stripe.Checkout.Session> {
  const page = `${config.publicUrl}/booking/${bookingId}`
  const metadata = { payment_id: payment.id, booking_id: bookingId }
  return stripe.checkout.sessions.create(
    {
      mode: 'payment',
      // What takes days to pay with, such as a bank debit, would be paid after the hold is over and its time lost.
      allowed_payment_method_types: ['card'],
      client_reference_id: payment.id,
      // A conversion would cost the student 2 to 4 %, and its rate may differ when a bank takes the payment back
      // (support.stripe.com/questions/adaptive-pricing).
      adaptive_pricing: { enabled: false },
      // The provider sends receipts there.
      ...(login.emailConfirmed && { customer_email: login.email }),
      line_items: [
        lineItem(
          `${payment.kind === 'place' ? 'Group session' : 'Tutoring'}: ${payment.topic}`,
          payment.amount_cents - payment.fee_cents,
        ),
        ...(payment.fee_cents > 0 ? [lineItem('Platform fee', payment.fee_cents)] : []),
      ],
      metadata,
      payment_intent_data: { metadata },
      expires_at: Math.floor(payment.created_at.epochMilliseconds / 1000) + openMinutes * 60,
      success_url: `${page}?paid=1`,
      cancel_url: page,
    },
    { idempotencyKey: keyOfTry(payment.id, payment.checkout_attempt) },
  )
}

/** For the next try. */
async function takeNewKey({ db }: Deps, { id, checkout_attempt }: OpenPayment): Promise<void> {
  await db
    .updateTable('payments')
    .set({ checkout_attempt: checkout_attempt + 1 })
    .where('id', '=', id)
    // If several attempts fail together, only one of them raises the number.
    .where('checkout_attempt', '=', checkout_attempt)
    .execute()
}

function lineItem(name: string, cents: number) {
  return { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name } } }
}

/**
 * Asks the provider about a booking's open Checkout and applies the answer: a payment waits no longer than
 * the provider is unreachable.
 */
export async function askCheckout(deps: Deps, bookingId: string): Promise<void> {
  const payment = await openPayment(deps, bookingId)
  if (!payment?.checkout_id) return
  await applyCheckout(deps, payment.checkout_id)
}

/** Applies the provider's current state of a Checkout: it was paid, or can't be paid anymore. */
export async function applyCheckout(deps: Deps, checkoutId: string): Promise<void> {
  const session = await deps.stripe.checkout.sessions.retrieve(checkoutId)
  await fulfill(deps, session)
  const bookingId = bookingIdOf(session)
  if (!bookingId || session.payment_status === 'paid' || !(await isOver(deps, session))) return
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    const payment = await trx
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('checkout_id', '=', session.id)
      .executeTakeFirst()
    // We end a second Checkout of a booking at once, and the first can still be paid.
    if (!payment) return
    await endPayment(trx, bookingId)
    if (booking) await changeBooking(trx, deps, booking, { to: 'expired', by: 'payment' })
  })
}

/**
 * A Checkout that an earlier version made can be completed with a slow payment method. That fails later, and only
 * its payment says so.
 */
async function isOver({ stripe }: Deps, session: Stripe.Checkout.Session): Promise<boolean> {
  if (session.status === 'expired') return true
  const intentId = idOf(session.payment_intent)
  if (session.status !== 'complete' || !intentId) return false
  const { status } = await stripe.paymentIntents.retrieve(intentId)
  return status === 'requires_payment_method' || status === 'canceled'
}

/**
 * Ends a booking's open Checkout, or applies the payment that came first. Nothing can be paid there
 * afterwards.
 */
export async function endCheckout(deps: Deps, bookingId: string): Promise<void> {
  const payment = await openPayment(deps, bookingId)
  if (!payment) return
  if (payment.checkout_id) {
    try {
      await deps.stripe.checkout.sessions.expire(payment.checkout_id)
    } catch (error) {
      // Already paid or ended: the answer says which. After its own expiry nothing can be paid there,
      // whatever the provider says or even if it doesn't know it.
      const saysWhich = error instanceof Stripe.errors.StripeInvalidRequestError && !isMissing(error)
      if (saysWhich) return askCheckout(deps, bookingId)
      const ends = payment.created_at.add({ minutes: openMinutes })
      if (Temporal.Instant.compare(deps.now(), ends) < 0) throw error
    }
  }
  await endPayment(deps.db, bookingId)
}

function openPayment({ db }: Deps, bookingId: string) {
  return db
    .selectFrom('payments')
    .select(['checkout_id', 'created_at'])
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

async function endPayment(db: Database, bookingId: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ state: 'ended' })
    .where('booking_id', '=', bookingId)
    .where('state', '=', 'open')
    .execute()
}
