import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { post } from '../ledger/post.ts'
import { earned, type MoneyState, released } from '../ledger/postings.ts'
import { moneyOf, type PaidBooking, remainingOf, sumOf } from './remaining.ts'

const batch = 200

/**
 * Credits the tutor of a locked booking that took place, or was canceled too late for a full refund, with the
 * rest of its money; returns whether they earned something. They can withdraw it later (`releaseEarnings`).
 */
export async function creditEarning(
  trx: Trx,
  deps: Deps,
  booking: PaidBooking & { ends_at: Temporal.Instant },
  now: Temporal.Instant,
): Promise<boolean> {
  const remaining = await remainingOf(trx, booking.id)
  if (!remaining || sumOf(remaining.left) === 0) return false
  const { left, disputed } = remaining
  const into = disputed ? 'frozen' : 'pending'
  if (!(await post(trx, now, earned(moneyOf(booking), left, into)))) return false
  await trx
    .insertInto('earnings')
    .values({
      booking_id: booking.id,
      tutor_id: booking.tutor_id,
      amount_cents: left.price,
      available_at: waitingSince(booking.ends_at, now).add({ hours: deps.config.money.waitHours }),
      state: into,
    })
    .execute()
  return left.price > 0
}

/**
 * From when an earning waits: the end of the booked time, or now if we were away then. Until now its student couldn't
 * report a problem.
 */
function waitingSince(end: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(now, end.add({ hours: 1 })) > 0 ? now : end
}

/**
 * Releases due earnings to the tutors. An earning with a reported problem waits until that is settled, and a
 * disputed one until the bank decides. Running late, twice or on two nodes at once gives the same result,
 * since each checks the locked row.
 */
export async function releaseEarnings(deps: Deps, tutorId: string | undefined): Promise<void> {
  const now = deps.now()
  const mine = tutorId ? sql`and tutor_id = ${tutorId}::uuid` : sql``
  for (;;) {
    const { rows } = await sql<{ booking_id: string }>`
      select booking_id from earnings where state = 'pending' and available_at <= ${now}::timestamptz ${mine}
        and not exists (
          select from booking_problems where booking_id = earnings.booking_id and outcome is null)
      order by available_at limit ${sql.lit(batch)}`.execute(deps.db)
    await eachInTurn(rows, 'earnings couldn’t be released', ({ booking_id }) =>
      deps.db.transaction().execute(trx => release(trx, deps, booking_id)),
    )
    if (rows.length < batch) return
  }
}

async function release(trx: Trx, deps: Deps, bookingId: string): Promise<void> {
  const booking = await trx
    .selectFrom('bookings')
    .select(['id', 'tutor_id', 'student_id'])
    .where('id', '=', bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const earning = await lockEarning(trx, bookingId)
  if (earning?.state !== 'pending' || (await whenThawed(trx, deps, earning)) !== 'available') return
  await moveEarning(trx, bookingId, 'available')
  if (earning.cents > 0) await post(trx, deps.now(), released(moneyOf(booking), earning.cents))
}

type Earning = {
  bookingId: string
  state: Exclude<MoneyState, 'held'>
  /** What is left of it. */
  cents: number
  availableAt: Temporal.Instant
}

/** The earning of a booking, locked; none if its money is still held. */
export async function lockEarning(trx: Trx, bookingId: string): Promise<Earning | null> {
  const row = await trx
    .selectFrom('earnings')
    .select(['state', 'amount_cents', 'taken_cents', 'available_at'])
    .where('booking_id', '=', bookingId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    bookingId,
    state: row.state,
    cents: row.amount_cents - row.taken_cents,
    availableAt: row.available_at,
  }
}

/** Where an undisputed earning is by now. */
export async function whenThawed(
  trx: Trx,
  deps: Deps,
  { bookingId, availableAt }: Earning,
): Promise<'pending' | 'available'> {
  if (Temporal.Instant.compare(deps.now(), availableAt) < 0) return 'pending'
  const problem = await trx
    .selectFrom('booking_problems')
    .select('booking_id')
    .where('booking_id', '=', bookingId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return problem ? 'pending' : 'available'
}

/** Changes where an earning is; the caller has locked it (`lockEarning`) and posts the money's movement. */
export async function moveEarning(trx: Trx, bookingId: string, state: Earning['state']): Promise<void> {
  await trx.updateTable('earnings').set({ state }).where('booking_id', '=', bookingId).execute()
}

/** Deducts cents from a booking's earning, if it has one; returns where its money is. */
export async function takeFromEarning(trx: Trx, bookingId: string, cents: number): Promise<MoneyState> {
  const taken = await trx
    .updateTable('earnings')
    .set(({ eb }) => ({ taken_cents: eb('taken_cents', '+', cents) }))
    .where('booking_id', '=', bookingId)
    .returning('state')
    .executeTakeFirst()
  return taken?.state ?? 'held'
}
