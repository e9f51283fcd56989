import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { payments } from '#shared/api/payments.ts'
import { agreedVersion } from '#shared/api/terms.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { refundPolicy, refundTerms } from '#shared/domain/refund-policy.ts'
import { slotLengths } from '#shared/domain/slots.ts'
import { heldUntil } from '../bookings/hold.ts'
import { holdSlot, quoteSlot } from '../bookings/hold-slot.ts'
import { noBooking } from '../bookings/sides.ts'
import { holdPlace } from '../enrolments/hold-place.ts'
import { bookable, findOffer } from '../schedules/offer.ts'
import { checkoutUrl, endCheckout } from './checkout.ts'
import { receiptOf } from './receipt.ts'
import { reconcile } from './reconcile.ts'
import { defineRefunds } from './send-refund.ts'
import { defineEvents, receiveEvent } from './stripe-events.ts'
import { wantedRun } from './wanted-run.ts'

/** Paying for a booking. */
export function paymentRoutes(implement: Implement, deps: Deps): void {
  defineRefunds(deps)
  defineEvents(deps)
  deps.jobs.define('reconcile-payments', { run: () => reconcile(deps), every: '*/5 * * * *' })
  deps.jobs.define<{ bookingId: string }>('end-checkout', {
    sideBySide: true,
    run: ({ bookingId }) => endCheckout(deps, bookingId),
  })

  implement(payments.quote, async ({ query, login }) => {
    const { rateCents } = bookable(await findOffer(deps.db, login.userId, query))
    const run = { start: Date.parse(query.start), end: Date.parse(query.end) }
    const minutes = (run.end - run.start) / 60_000
    if (!(minutes > 0 && minutes <= 24 * 60 && minutes % slotLengths[0] === 0)) {
      throw problem('invalid', 'Choose whole slots of 30 minutes.')
    }
    const { price, fee } = quoteSlot(deps.config, rateCents, run)
    return {
      status: 'success',
      minutes,
      hourly_rate: centsToDecimal(rateCents),
      amount: centsToDecimal(price),
      fee: centsToDecimal(fee),
      total: centsToDecimal(price + fee),
      currency: 'usd',
      refund_terms: refundTerms(refundPolicy, 'student', 'open'),
    }
  })

  implement(payments.bookSlot, async ({ body, login }) => {
    const zone = askedZone('body.timezone', body.timezone)
    const run = wantedRun(body, zone)
    const { total, message, resume } = body
    const wanted = { tutor: body, zone, run, total, message, resume, termsVersion: agreedVersion(body) }
    return heldUntilPaid(deps, login, await holdSlot(deps, login, wanted))
  })

  implement(payments.bookSession, async ({ body, login }) => {
    const { session_id: sessionId, timezone, total, shown, resume } = body
    const zone = timezone === undefined ? null : askedZone('body.timezone', timezone)
    const occurrence = { id: body.occurrence_id, ends: body.ends_on, starts: body.starts_at }
    const wanted = { sessionId, occurrence, zone, total, shown, resume, termsVersion: agreedVersion(body) }
    return heldUntilPaid(deps, login, await holdPlace(deps, login, wanted))
  })

  implement(payments.receipt, async ({ params, login }) => {
    const receipt = await receiptOf(deps.db, login, params.id)
    if (!receipt) throw noBooking()
    return { status: 'success', receipt }
  })
}

/** The address for paying a held booking, and until when it is held. */
async function heldUntilPaid(deps: Deps, login: Login, bookingId: string) {
  const url = await checkoutUrl(deps, login, bookingId)
  const held_until = isoTime(await heldUntil(deps.db, login.userId, bookingId))
  return { status: 'success' as const, url, booking_id: bookingId, held_until }
}

/** The endpoint for the provider's events; in a scope that keeps the bytes of the body. */
export function webhookRoute(implement: Implement, deps: Deps): void {
  implement(payments.webhook, async ({ request }) => {
    const signature = request.headers['stripe-signature']
    await receiveEvent(deps, request.body as Buffer, typeof signature === 'string' ? signature : undefined)
    return { status: 'success' }
  })
}

/** The provider signs the bytes; parsed and serialized again they would no longer match. */
export function keepBytes(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}
