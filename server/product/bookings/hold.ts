import { type Insertable, type Selectable, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { type Problem, problem } from '#server/platform/http/problem.ts'
import { bookingsADay } from '#shared/api/payments.ts'
import { type BookingKind, holdMinutes } from '#shared/domain/booking-states.ts'
import { durationText } from '#shared/domain/duration-text.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { takenTimes } from '../schedules/queries.ts'

/** The number of holds per student: each keeps others from the time, unpaid. */
const holdsAtOnce = 3

/**
 * How many unpaid minutes a student can hold within a day, with one tutor and with all. Otherwise somebody
 * who releases holds and takes them again could block a tutor's whole day for free. A student can hold and
 * release a one-hour booking six times with one tutor, and again with another, which is more than anyone needs
 * to decide or to find a card that works; paid time doesn't count. A place in a group session takes one seat and none
 * of the tutor's time, so however long the session is, it counts as an hour at most.
 */
const unpaidMinutes = { withOne: 6 * 60, withAll: 12 * 60 }
const placeMinutes = 60
const withinHours = 24

/**
 * One booking at a time for each of the people: concurrent inserts under the exclusion constraint alone
 * deadlock. Always in one order, or two who book each other would deadlock too.
 */
export async function lockReservations(trx: Trx, people: string[]): Promise<void> {
  for (const person of people.toSorted()) {
    await lockName(trx, `reserve ${person}`)
  }
}

type WantedHold = { studentId: string; tutorId: string; kind: BookingKind; run: Interval }

/**
 * Refuses a hold that the student may not have: they are busy then, or hold too much already. The caller holds the locks on the
 * reservations of both people.
 */
export async function refuseHold(trx: Trx, now: Temporal.Instant, wanted: WantedHold): Promise<void> {
  await refuseOwnOverlap(trx, wanted.studentId, wanted.run)
  await refuseManyHolds(trx, wanted.studentId)
  await refuseUnpaidHours(trx, now, wanted)
  await refuseManyPaid(trx, now, wanted.studentId)
}

async function refuseOwnOverlap(trx: Trx, studentId: string, run: Interval): Promise<void> {
  const own = await takenTimes(trx, [studentId], run)
  if (own.length > 0) throw problem('conflict', 'You have another booking at this time.')
}

async function refuseManyHolds(trx: Trx, studentId: string): Promise<void> {
  const { held } = await trx
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('student_id', '=', studentId)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  if (held < holdsAtOnce) return
  throw problem('rate_limited', 'You’re already holding other times. Pay for one or give it up first.')
}

type Unpaid = { tutorId: string; minutes: number; countsUntil: Temporal.Instant }

/**
 * Refuses if the person has held too much unpaid time in the last day, and says when they can book again. A
 * single hold is never too long.
 */
async function refuseUnpaidHours(
  trx: Trx,
  now: Temporal.Instant,
  { studentId, tutorId, kind, run }: WantedHold,
): Promise<void> {
  const unpaid = await unpaidHolds(trx, now, studentId)
  const minutes = countedMinutes(kind, (run.end - run.start) / 60_000)
  const withOne = unpaid.filter(hold => hold.tutorId === tutorId)
  const times = [
    fitsAt(withOne, unpaidMinutes.withOne - minutes),
    fitsAt(unpaid, unpaidMinutes.withAll - minutes),
  ].filter(at => at !== null)
  const at = times.toSorted(Temporal.Instant.compare).at(-1)
  if (!at) return
  const seconds = Math.max(1, Math.ceil(now.until(at).total('seconds')))
  throw problem(
    'rate_limited',
    `You’ve held too many meeting times without paying. Try again in ${durationText(seconds)}.`,
    { retryAfterSeconds: seconds },
  )
}

/** A student's recent unpaid holds, the oldest first. Holds that the tutor took back don't count. */
async function unpaidHolds(trx: Trx, now: Temporal.Instant, studentId: string): Promise<Unpaid[]> {
  const { rows } = await sql<{
    tutor_id: string
    kind: BookingKind
    minutes: number
    created_at: Temporal.Instant
  }>`
    select tutor_id, kind, (extract(epoch from ends_at - starts_at) / 60)::int as minutes, bookings.created_at
    from bookings join payments on payments.booking_id = bookings.id
    where student_id = ${studentId} and payments.paid_at is null and cancelled_by is distinct from tutor_id
      and bookings.created_at > ${now.subtract({ hours: withinHours })}::timestamptz
    order by bookings.created_at`.execute(trx)
  return rows.map(({ tutor_id: tutorId, kind, minutes, created_at }) => ({
    tutorId,
    minutes: countedMinutes(kind, minutes),
    countsUntil: created_at.add({ hours: withinHours }),
  }))
}

function countedMinutes(kind: BookingKind, minutes: number): number {
  return kind === 'place' ? Math.min(minutes, placeMinutes) : minutes
}

/** When enough of the holds expire that the rest total at most this many minutes; null if they already do. */
function fitsAt(holds: readonly Unpaid[], minutes: number): Temporal.Instant | null {
  let sum = holds.reduce((total, hold) => total + hold.minutes, 0)
  let at: Temporal.Instant | null = null
  for (const hold of holds) {
    if (sum <= minutes) break
    sum -= hold.minutes
    at = hold.countsUntil
  }
  return at
}

/**
 * Refuses if the student made `bookingsADay` in the last day that they paid for or can still pay for, and says when they can book again.
 * The provider keeps its fee of each that is refunded, and each mails its tutor when it is made and when it is canceled. Those that stay
 * count too: otherwise somebody could pay for many first and then cancel them all. Two sessions with three times a week have 48 in the
 * 56 days that are planned.
 */
async function refuseManyPaid(trx: Trx, now: Temporal.Instant, studentId: string): Promise<void> {
  const { rows } = await sql<{ created_at: Temporal.Instant }>`
    select bookings.created_at from bookings join payments on payments.booking_id = bookings.id
    where student_id = ${studentId} and (payments.paid_at is not null or bookings.state = 'held')
      and bookings.created_at > ${now.subtract({ hours: withinHours })}::timestamptz
    order by bookings.created_at desc offset ${sql.lit(bookingsADay - 1)} limit 1`.execute(trx)
  const [oldest] = rows
  if (!oldest) return
  const seconds = Math.ceil(now.until(oldest.created_at.add({ hours: withinHours })).total('seconds'))
  throw problem(
    'quota_exceeded',
    `You’ve booked ${bookingsADay} times in 24 hours, the most you can book. Try again in ${durationText(seconds)}.`,
    { retryAfterSeconds: seconds },
  )
}

/** Nobody pays another total than they were shown: they see the new one first. */
export function refuseOtherTotal({ price, fee }: Parts, shown: string | undefined): void {
  if (isTotal(price + fee, shown)) return
  throw problem('conflict', `The price is now ${formatDollars(price + fee)}. Check the summary again.`)
}

/** Whether a total that a page showed is this; a call may leave it out. */
function isTotal(cents: number, shown: string | undefined): boolean {
  return shown === undefined || shown === centsToDecimal(cents)
}

/** A hold that its student asks for again. */
export type OwnHold = Pick<Selectable<DB['bookings']>, 'id' | 'amount_cents' | 'fee_cents'>

type Repeated = {
  total?: string | undefined
  termsVersion: string | null
  /** Undefined to keep what is there. */
  message?: string | null | undefined
}

/**
 * Asks for a hold once more. It takes what the student says now; its Checkout can already be open, so it keeps
 * its price and refuses another total. Returns its id.
 */
export async function repeatHold(
  trx: Trx,
  { id, amount_cents, fee_cents }: OwnHold,
  { total, termsVersion, message }: Repeated,
): Promise<string> {
  const held = amount_cents + fee_cents
  if (!isTotal(held, total)) throw heldOtherwise(formatDollars(held))
  await trx
    .updateTable('bookings')
    .set({ message, student_terms_version: sql`coalesce(${termsVersion}, student_terms_version)` })
    .where('id', '=', id)
    .execute()
  return id
}

/** The 409 for a hold that ended while its student was about to pay. */
export const holdExpired = () => problem('conflict', 'Your hold expired. Choose the time again.')

/** The 409 for a time that the student already holds, at another price or for something else. */
export function heldOtherwise(how: string): Problem {
  return problem('conflict', `You’re already holding this time for ${how}. Pay for it or give it up first.`)
}

type Held = Pick<
  Insertable<DB['bookings']>,
  | 'kind'
  | 'post_id'
  | 'course_id'
  | 'occurrence_id'
  | 'topic'
  | 'tutor_id'
  | 'student_id'
  | 'ends_at'
  | 'rate_cents'
  | 'message'
  | 'student_terms_version'
> & { starts_at: Temporal.Instant }

/** Until when a student's booking is held. */
export async function heldUntil(db: Database, studentId: string, id: string): Promise<Temporal.Instant> {
  const { held_until } = await db
    .selectFrom('bookings')
    .select('held_until')
    .where('id', '=', id)
    .where('student_id', '=', studentId)
    .executeTakeFirstOrThrow()
  return held_until
}

/** Inserts a held booking with the amount to pay, held for `holdMinutes`, a slot until its start at most. Returns its id. */
export async function insertHold(
  trx: Trx,
  { jobs, now }: Deps,
  held: Held,
  { price, fee }: Parts,
): Promise<string> {
  const begun = now()
  const full = begun.add({ minutes: holdMinutes })
  // A slot that is paid later could only lapse, since its tutor answers before the start. A place needs no answer.
  const startsBefore = held.kind !== 'place' && Temporal.Instant.compare(held.starts_at, full) < 0
  const until = startsBefore ? held.starts_at : full
  const { id } = await trx
    .insertInto('bookings')
    .values({
      ...held,
      amount_cents: price,
      fee_cents: fee,
      refund_policy: JSON.stringify(refundPolicy),
      held_until: until,
      student_agreed_at: begun,
      created_at: begun,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payments')
    .values({ booking_id: id, amount_cents: price + fee, created_at: begun })
    .execute()
  await jobs.enqueue(trx, 'end-hold', id, { bookingId: id }, until)
  return id
}
