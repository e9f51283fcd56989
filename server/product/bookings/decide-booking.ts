import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { agreedVersion } from '#shared/api/terms.ts'
import { type BookingState, isLive } from '#shared/domain/booking-states.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { remainingOf } from '../money/remaining.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { type BookingRow, cancelRefund, changeBooking, lockBooking, wrongState } from './change-booking.ts'

type Decision = { bookingId: string; remarks: string }
type Agreed = { terms?: true | undefined; terms_version: string }

/**
 * Accepts or declines a request made to the caller, once: the first of several answers counts, repeating the
 * same answer succeeds, and a different one gets a 409 that names the current state.
 */
export async function decideBooking(
  deps: Deps,
  login: Login,
  { bookingId, remarks, ...agreed }: Decision & Agreed,
  to: 'approved' | 'declined',
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    if (booking?.tutor_id !== login.userId) throw noBooking()
    if (booking.state === to) return
    const changed = await changeBooking(
      trx,
      deps,
      booking,
      { to, by: 'tutor' },
      {
        remarks: remarks || null,
        tutor_agreed_at: deps.now(),
        tutor_terms_version: agreedVersion(agreed),
      },
    )
    if (!changed) throw wrongState(booking, to, 'tutor')
    await tellOfBooking(trx, deps, changed, to, changed.student_id)
  })
}

type Cancellation = Decision & { refund?: string | undefined; unpaid?: boolean | undefined }

/**
 * Cancels a booking for one of its people; a student gives up an unpaid hold this way. Does nothing if they
 * already canceled it, or if the hold they give up was ended unpaid. Refuses a smaller refund than the page showed,
 * and to give up as unpaid what was paid meanwhile: a cancellation can't be undone.
 */
export async function cancelBooking(
  deps: Deps,
  login: Login,
  { bookingId, remarks, refund: shown, unpaid }: Cancellation,
): Promise<void> {
  await deps.db.transaction().execute(async trx => {
    const booking = await lockBooking(trx, bookingId)
    const side = booking && sideOf(booking, login)
    if (!booking || !side) throw noBooking()
    const remaining = await remainingOf(trx, booking.id)
    if (booking.state === 'cancelled') {
      if (booking.cancelled_by === login.userId || (unpaid && !remaining)) return
      throw problem('conflict', `This was canceled already${remarks ? ', so your message wasn’t sent' : ''}.`)
    }
    if (unpaid && booking.state !== 'held' && isLive(booking.state as BookingState)) {
      throw problem('conflict', 'You paid for this by now. Look at the booking before you cancel it.')
    }
    // One moment for both: the refund gets smaller with time.
    const now = deps.now()
    const changed = await changeBooking(
      trx,
      deps,
      booking,
      { to: 'cancelled', by: side, at: now },
      {
        // What the tutor answered must not read as the words of the person who cancels.
        remarks: remarks || null,
        cancelled_by: login.userId,
      },
    )
    if (!changed) throw wrongState(booking, 'cancelled', side)
    const refund = remaining ? cancelRefund(booking, remaining.left, side, now) : 0
    if (shown !== undefined && refund < decimalToCents(shown)!) {
      throw problem('conflict', `The refund is now ${formatDollars(refund)}. Check it before you cancel.`)
    }
    if (booking.state === 'held') await endCheckoutLater(trx, deps, booking.id)
    else {
      const otherId = side === 'tutor' ? changed.student_id : changed.tutor_id
      await tellOfBooking(trx, deps, changed, 'cancelled', otherId)
    }
  })
}

/** Which side of a booking a person is on; null for anyone else. */
export function sideOf(booking: BookingRow, login: Pick<Login, 'userId'>): 'student' | 'tutor' | null {
  if (booking.student_id === login.userId) return 'student'
  return booking.tutor_id === login.userId ? 'tutor' : null
}

/** Missing and somebody else's give the same error. */
export const noBooking = () => problem('not_found', 'We couldn’t find that booking.')

/** Enqueues ending the Checkout of a booking that nobody should pay anymore, in this transaction. */
export async function endCheckoutLater(trx: Trx, deps: Deps, bookingId: string): Promise<void> {
  await deps.jobs.enqueue(trx, 'end-checkout', bookingId, { bookingId })
}
