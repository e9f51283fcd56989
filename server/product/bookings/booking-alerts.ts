import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import { type BookingAlertFacts, bookingKinds } from './booking-alert-kinds.ts'
import type { BookingRow } from './change-booking.ts'
import { knownToTutor } from './known-to-tutor.ts'

type BookingNews = keyof typeof bookingKinds extends `booking_${infer News}` ? News : never

/** Tells one of a booking's people what happened to it, unless it is the tutor and doesn't know of the booking. */
export async function tellOfBooking(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  news: BookingNews,
  readerId: string,
): Promise<void> {
  const teaching = readerId === booking.tutor_id
  if (teaching && !(await isKnownToTutor(trx, booking.id))) return
  const { refunded, earning } = await amountsOf(trx, booking.id, teaching)
  const facts: BookingAlertFacts = {
    booking_id: booking.id,
    other_id: teaching ? booking.student_id : booking.tutor_id,
    teaching,
    place: booking.kind === 'place',
    starts_on: isoTime(booking.starts_at),
    amount: centsToDecimal(booking.amount_cents + (teaching ? 0 : booking.fee_cents)),
    refund: refunded === null ? null : formatDollars(refunded),
    earning: earning && formatDollars(earning.cents),
    available_on: earning && isoTime(earning.available_at),
  }
  await tell(trx, deps, readerId, { kind: bookingKinds[`booking_${news}`], facts })
}

async function isKnownToTutor(trx: Trx, bookingId: string): Promise<boolean> {
  const known = await trx
    .selectFrom('bookings')
    .select('id')
    .where('id', '=', bookingId)
    .where(knownToTutor)
    .executeTakeFirst()
  return known !== undefined
}

async function amountsOf(trx: Trx, bookingId: string, teaching: boolean) {
  const { refunded } = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(({ fn }) =>
      fn.sum<number | null>(teaching ? 'refunds.price_cents' : 'refunds.amount_cents').as('refunded'),
    )
    .where('payments.booking_id', '=', bookingId)
    .where('refunds.state', '<>', 'void')
    .executeTakeFirstOrThrow()
  const earning = await trx
    .selectFrom('earnings')
    .select(({ eb }) => [eb('amount_cents', '-', eb.ref('taken_cents')).as('cents'), 'available_at'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return { refunded: refunded === null ? null : Number(refunded), earning: earning ?? null }
}
