import type { Deps } from '#server/deps.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { isLive } from '#shared/domain/booking-states.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { changeOpenPages } from '../alerts/open-pages.ts'
import { remainingOf } from '../money/remaining.ts'
import { tellOfBooking } from './booking-alerts.ts'
import { cancelRefund, changeBooking, wrongState } from './change-booking.ts'
import { endCheckoutLater } from './end-checkout.ts'
import { lockBooking } from './lock-booking.ts'
import { noBooking, sideOf } from './sides.ts'

type Cancellation = {
  bookingId: string
  remarks: string
  refund?: string | undefined
  unpaid?: boolean | undefined
}

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
      throw problem(
        'conflict',
        `This booking was already canceled${remarks ? ', so we didn’t send your message' : ''}.`,
      )
    }
    if (unpaid && booking.state !== 'held' && isLive(booking.state)) {
      throw problem('conflict', 'You’ve already paid for this. Check the booking before you cancel it.')
    }
    // One moment for both: the refund gets smaller with time.
    const now = deps.now()
    // Drop the tutor's earlier remarks: they would look like those of the person who cancels.
    const more = { remarks: remarks || null, cancelled_by: login.userId }
    const changed = await changeBooking(trx, deps, booking, { to: 'cancelled', by: side, at: now }, more)
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
    changeOpenPages(trx, deps, login.userId)
  })
}
