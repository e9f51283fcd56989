import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { tell } from '../alerts/tell.ts'
import { isRefundReason } from '../money/refund-words.ts'
import { type BookingAlertFacts, bookingKinds } from './booking-alert-kinds.ts'
import { knownToTutor } from './known-to-tutor.ts'
import type { BookingRow } from './lock-booking.ts'

type BookingNews = keyof typeof bookingKinds extends `booking_${infer News}` ? News : never

type More = {
  /** The reader's part of the refund that is the news, if no change of the booking made it. */
  refundCents?: number
  /** Whether the meeting is or was still ahead, where the news can come before it and after it. */
  upcoming?: boolean
  /** Whether a bank leaves some of the payment. */
  part?: boolean
  /** Whether a bank's decision takes something from the tutor. */
  taken?: boolean
  /** What the tutor will earn from a meeting that isn't over; null if the news canceled it. */
  toEarn?: number | null
}

/** Tells one of a booking's people what happened to it, unless it is the tutor and doesn't know of the booking. */
export async function tellOfBooking(
  trx: Trx,
  deps: Deps,
  booking: BookingRow,
  news: BookingNews,
  readerId: string,
  { refundCents, upcoming = false, part = false, taken = true, toEarn }: More = {},
): Promise<void> {
  const teaching = readerId === booking.tutor_id
  if (teaching && !(await isKnownToTutor(trx, booking.id))) return
  const refunded = refundCents ?? (await refundAfter(trx, booking.id, news))
  const earning = await earningOf(trx, booking.id)
  const facts: BookingAlertFacts = {
    booking_id: booking.id,
    other_id: teaching ? booking.student_id : booking.tutor_id,
    teaching,
    place: booking.kind === 'place',
    starts_on: isoTime(booking.starts_at),
    amount: centsToDecimal(booking.amount_cents + (teaching ? 0 : booking.fee_cents)),
    refund: refunded ? formatDollars(refunded) : null,
    earning: earning && formatDollars(earning.cents),
    available_on: earning && isoTime(earning.available_at),
    upcoming,
    part,
    taken,
    to_earn: toEarn == null ? toEarn : formatDollars(toEarn),
    cancelled: booking.state === 'cancelled',
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

/** What the change that is the news refunded, in cents: a booking can have other refunds, before it and later. */
async function refundAfter(trx: Trx, bookingId: string, news: BookingNews): Promise<number | undefined> {
  const reason = news === 'paid_late' ? 'late' : news
  if (!isRefundReason(reason)) return undefined
  const refund = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.amount_cents')
    .where('payments.booking_id', '=', bookingId)
    .where('refunds.reason', '=', reason)
    .executeTakeFirst()
  return refund?.amount_cents
}

async function earningOf(trx: Trx, bookingId: string) {
  const earning = await trx
    .selectFrom('earnings')
    .select(({ eb }) => [eb('amount_cents', '-', eb.ref('taken_cents')).as('cents'), 'available_at'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return earning ?? null
}
