import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, type Problem, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { holdMinutes } from '#shared/domain/booking-states.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import { decimalToCents, formatDollars } from '#shared/domain/money.ts'
import { feeOf } from '#shared/domain/platform-fee.ts'
import { minutesBetween, priceOf } from '#shared/domain/price.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { checkRun, type RunRefusal } from '#shared/domain/slots.ts'
import { takenTimes } from '../schedules/queries.ts'
import { bookable, findOffer, type Offer } from './offer.ts'

export type Wanted = {
  postId: string
  /** What the student sees as days; seven of them can be booked. */
  zone: string
  run: Interval
  /** The total the student was shown. */
  total?: string | undefined
  message: string
}

/** Holds of one student at a time: each keeps others from the time, unpaid. */
const holdsAtOnce = 3

/**
 * Holds a time for a student while they pay, or says why it can't be had. Asked again for what the student holds already,
 * the answer is the same booking. Of any number of people at once, one has the time.
 */
export async function holdSlot(deps: Deps, login: Login, wanted: Wanted): Promise<string> {
  try {
    return await deps.db.transaction().execute(trx => hold(trx, deps, login, wanted))
  } catch (error) {
    // The last line of defence: the lock below lets nobody get here, and the database nobody through.
    if (error instanceof DatabaseError && error.constraint === 'reserved_times_dont_overlap')
      throw slotTaken()
    throw error
  }
}

async function hold(trx: Trx, deps: Deps, login: Login, wanted: Wanted): Promise<string> {
  const offer = await findOffer(trx, login.userId, wanted.postId)
  const { rateCents, calendar } = bookable(offer)
  await takeTurn(trx, [offer.tutorId, login.userId])
  const mine = await heldAlready(trx, login.userId, offer.tutorId, wanted.run)
  if (mine) return mine
  const now = deps.now()
  const busy = await takenTimes(trx, offer.tutorId, wanted.run)
  const refusal = checkRun({ calendar, busy, viewerZone: wanted.zone, now }, wanted.run)
  if (refusal) throw refused(refusal)
  await refuseOwnOverlap(trx, login.userId, wanted.run)
  await refuseManyHolds(trx, login.userId)
  const parts = quote(deps.config, rateCents, wanted.run)
  refuseOtherTotal(parts, wanted.total)
  return insertHold(trx, { offer, rateCents, parts, studentId: login.userId, wanted, now })
}

/** What a time costs at a rate: the tutor's price, and the platform's fee on top. */
export function quote({ money }: Pick<Config, 'money'>, rateCents: number, { start, end }: Interval): Parts {
  const price = priceOf(rateCents, minutesBetween(instantOf(start), instantOf(end)))
  return { price, fee: feeOf(price, money.feeBasisPoints) }
}

/** Nobody pays another sum than they were shown: they look at the new one first. */
function refuseOtherTotal({ price, fee }: Parts, shown: string | undefined): void {
  if (shown === undefined || decimalToCents(shown) === price + fee) return
  throw problem(
    'conflict',
    `The price has changed to ${formatDollars(price + fee)}. Look at the summary again.`,
  )
}

/**
 * One booking at a time for each of the people: concurrent inserts under the exclusion constraint alone deadlock (readings,
 * "Booking states"). Always in one order, or two who book each other would wait for ever.
 */
export async function takeTurn(trx: Trx, people: string[]): Promise<void> {
  for (const person of people.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('reserve ' || ${person}, 0))`.execute(trx)
  }
}

async function heldAlready(
  trx: Trx,
  studentId: string,
  tutorId: string,
  run: Interval,
): Promise<string | null> {
  const own = await trx
    .selectFrom('bookings')
    .select(['id', 'state'])
    .where('student_id', '=', studentId)
    .where('tutor_id', '=', tutorId)
    .where('starts_at', '=', new Date(run.start))
    .where('ends_at', '=', new Date(run.end))
    .where('state', 'in', ['held', 'requested', 'approved', 'active'])
    .executeTakeFirst()
  if (own && own.state !== 'held') throw problem('conflict', 'You have booked this time already.')
  return own?.id ?? null
}

/** Refuses a time at which the person has something else. They have taken their turn. */
export async function refuseOwnOverlap(trx: Trx, studentId: string, run: Interval): Promise<void> {
  const own = await takenTimes(trx, studentId, run)
  if (own.length > 0) throw problem('conflict', 'You have another booking at this time.')
}

/** Refuses another unpaid hold to who has many. */
export async function refuseManyHolds(trx: Trx, studentId: string): Promise<void> {
  const { held } = await trx
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('student_id', '=', studentId)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  if (held < holdsAtOnce) return
  throw problem(
    'rate_limited',
    'You are holding other times unpaid. Pay for one of them or release it first.',
  )
}

type Hold = {
  offer: Offer
  rateCents: number
  parts: Parts
  studentId: string
  wanted: Wanted
  now: Temporal.Instant
}

async function insertHold(
  trx: Trx,
  { offer, rateCents, parts, studentId, wanted, now }: Hold,
): Promise<string> {
  const at = new Date(now.epochMilliseconds)
  const { id } = await trx
    .insertInto('bookings')
    .values({
      post_id: offer.postId,
      topic: offer.topic,
      tutor_id: offer.tutorId,
      student_id: studentId,
      starts_at: new Date(wanted.run.start),
      ends_at: new Date(wanted.run.end),
      rate_cents: rateCents,
      amount_cents: parts.price,
      fee_cents: parts.fee,
      refund_policy: JSON.stringify(refundPolicy),
      message: wanted.message || null,
      held_until: new Date(now.add({ minutes: holdMinutes }).epochMilliseconds),
      student_agreed_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payments')
    .values({ booking_id: id, amount_cents: parts.price + parts.fee, created_at: at })
    .execute()
  return id
}

function refused(refusal: RunRefusal): Problem {
  if (refusal === 'taken') return slotTaken()
  return invalidField('body.start_time', refusals[refusal])
}

const refusals: Record<Exclude<RunRefusal, 'taken'>, string> = {
  wrong_length: 'Choose whole slots of 30 minutes.',
  past: 'This time has begun already. Choose a later one.',
  beyond_window: 'Only the next seven days can be booked.',
  outside_availability: 'The tutor can’t be booked at this time any more. Choose another one.',
}

/** The text of spec §8; here alone does it say what happened (security row 16). */
const slotTaken = () => problem('slot_taken', 'Look like this post is already booked')

function instantOf(milliseconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds)
}
