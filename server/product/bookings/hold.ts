import { type Insertable, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import { holdMinutes } from '#shared/domain/booking-states.ts'
import type { Interval } from '#shared/domain/intervals.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { refundPolicy } from '#shared/domain/refund-policy.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { takenTimes } from '../schedules/queries.ts'

/** Holds of one student at a time: each keeps others from the time, unpaid. */
const holdsAtOnce = 3

/**
 * One booking at a time for each of the people: concurrent inserts under the exclusion constraint alone deadlock (readings,
 * "Booking states"). Always in one order, or two who book each other would wait for ever.
 */
export async function takeTurn(trx: Trx, people: string[]): Promise<void> {
  for (const person of people.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('reserve ' || ${person}, 0))`.execute(trx)
  }
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

/** Nobody pays another sum than they were shown: they look at the new one first. */
export function refuseOtherTotal({ price, fee }: Parts, shown: string | undefined): void {
  if (shown === undefined || shown === centsToDecimal(price + fee)) return
  throw problem(
    'conflict',
    `The price has changed to ${formatDollars(price + fee)}. Look at the summary again.`,
  )
}

type Held = Pick<
  Insertable<DB['bookings']>,
  | 'kind'
  | 'post_id'
  | 'occurrence_id'
  | 'topic'
  | 'tutor_id'
  | 'student_id'
  | 'starts_at'
  | 'ends_at'
  | 'rate_cents'
  | 'message'
  | 'student_terms_version'
>

/** Writes a booking that is held while its student pays, and what they are to pay. Answers its id. */
export async function insertHold(
  trx: Trx,
  { jobs, now }: Deps,
  held: Held,
  { price, fee }: Parts,
): Promise<string> {
  const begun = now()
  const until = begun.add({ minutes: holdMinutes })
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
