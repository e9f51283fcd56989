import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { liveStates } from '#shared/domain/booking-states.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { shortenedRefund } from '#shared/domain/moved-places.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/end-checkout.ts'
import type { BookingRow } from '../bookings/lock-booking.ts'
import { leaveUntil } from '../bookings/moved-place.ts'
import { refundBooking } from '../money/refund.ts'
import { inStates } from '../people/booking-states.ts'
import { idsEnrolledIn } from './cancel-occurrences.ts'
import type { SessionRow } from './queries.ts'
import type { MovedTo, ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

type Move = { id: string; from: { starts_at: Temporal.Instant; ends_at: Temporal.Instant }; to: Interval }

/**
 * Moves places along with their occurrences, or to somewhere else at the same time, and tells everyone who has
 * one. A student who is still paying has to choose again: nobody pays for what they haven't seen.
 */
export async function movePlaces(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  moves: readonly Move[],
  movedTo: MovedTo | null,
): Promise<void> {
  const noNews = () => ({ times: [] as ToldTime[], refundCents: 0, paid: false, holdEnded: false })
  const told = new Map<string, ReturnType<typeof noNews>>()
  const tellLater = (personId: string, time: ToldTime) => {
    const news = told.getOrInsertComputed(personId, noNews)
    news.times.push(time)
    return news
  }
  // In a free session, everyone enrolled has a place.
  const enrolled = session.rate_cents === null && moves.length > 0 ? await idsEnrolledIn(trx, session.id) : []
  for (const { id, from, to } of moves) {
    const before = { start: from.starts_at, end: from.ends_at }
    const time = { from: spanOf(before), to: spanOf(instantsOf(to)) }
    const shorter = to.end - to.start < from.ends_at.epochMilliseconds - from.starts_at.epochMilliseconds
    const places = await movePlacesOf(trx, deps, session, id)
    const given = shorter ? await refundLostMinutes(trx, deps, places, to) : new Map<string, number>()
    for (const place of places) {
      const news = tellLater(place.student_id, time)
      news.refundCents += given.get(place.id) ?? 0
      if (place.state === 'held') news.holdEnded = true
      else news.paid = true
    }
    for (const personId of enrolled) tellLater(personId, time)
  }
  for (const [personId, news] of told) {
    await tellOfSession(trx, deps, session, personId, 'moved', { ...news, movedTo })
  }
}

async function movePlacesOf(
  trx: Trx,
  deps: Deps,
  session: SessionRow,
  occurrenceId: string,
): Promise<BookingRow[]> {
  const places = await trx
    .selectFrom('bookings')
    .selectAll()
    .where('occurrence_id', '=', occurrenceId)
    .where('state', 'in', liveStates)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const place of places.filter(({ state }) => state === 'held')) {
    await changeBooking(
      trx,
      deps,
      place,
      { to: 'cancelled', by: 'tutor' },
      { cancelled_by: session.owner_id, moved_from: place.starts_at },
    )
    await endCheckoutLater(trx, deps, place.id)
  }
  // In one statement, since a session can have thousands. Nobody has entered a meeting at another start, even if
  // somebody came early to the old one.
  await sql`
    update bookings set
      state = case when occurrences.starts_at <> bookings.starts_at then 'approved' else bookings.state end,
      starts_at = occurrences.starts_at, ends_at = occurrences.ends_at,
      moved_from = coalesce(moved_from, bookings.starts_at), leave_until = ${leaveUntil}, sequence = sequence + 1
    from occurrences
    where occurrences.id = ${occurrenceId} and occurrence_id = occurrences.id
      and bookings.state in (${inStates.agreed})`.execute(trx)
  return places
}

/**
 * Refunds the lost minutes of shortened paid places, minus refunds from earlier shortenings; returns the
 * cents.
 */
async function refundLostMinutes(
  trx: Trx,
  deps: Deps,
  places: readonly BookingRow[],
  { start, end }: Interval,
): Promise<Map<string, number>> {
  const paid = places.filter(({ state }) => state !== 'held')
  const { rows } = await sql<{ booking_id: string; price: number; fee: number }>`
    select booking_id, sum(price_cents)::int as price, sum(fee_cents)::int as fee
    from refunds join payments on payments.id = payment_id
    where booking_id = any (${paid.map(({ id }) => id)}::uuid[]) and reason = 'shortened'
    group by booking_id`.execute(trx)
  const before = new Map(rows.map(row => [row.booking_id, row]))
  const minutes = (end - start) / 60_000
  const given = new Map<string, number>()
  for (const place of paid) {
    const whole = { price: place.amount_cents, fee: place.fee_cents }
    const owed = shortenedRefund(whole, place.rate_cents, minutes)
    const { price = 0, fee = 0 } = before.get(place.id) ?? {}
    const parts = { price: Math.max(0, owed.price - price), fee: Math.max(0, owed.fee - fee) }
    given.set(place.id, await refundBooking(trx, deps, place, { parts, reason: 'shortened' }))
  }
  return given
}
