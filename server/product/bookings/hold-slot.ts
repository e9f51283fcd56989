import { DatabaseError } from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { invalidField, type Problem, problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import { liveStates } from '#shared/domain/booking-states.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { quote } from '#shared/domain/platform-fee.ts'
import { minutesBetween } from '#shared/domain/price.ts'
import type { Parts } from '#shared/domain/refund-split.ts'
import { checkRun, type RunRefusal } from '#shared/domain/slots.ts'
import { keepZone } from '../people/zone-of.ts'
import { type Asked, bookable, findOffer, type Offer } from '../schedules/offer.ts'
import { takenTimes } from '../schedules/queries.ts'
import {
  heldOtherwise,
  holdExpired,
  insertHold,
  lockReservations,
  type OwnHold,
  refuseHold,
  refuseOtherTotal,
  repeatHold,
} from './hold.ts'

export type Wanted = {
  tutor: Asked
  /** The zone in which the student sees times. Its next seven days can be booked. */
  zone: string
  run: Interval
  /** The total the student was shown. */
  total?: string | undefined
  /** Undefined for that of the hold, if there is one. */
  message: string | undefined
  /** Whether only an existing hold will do. */
  resume?: boolean | undefined
  /** Null if they said nothing about the terms. */
  termsVersion: string | null
}

/**
 * Holds a time for a student while they pay, or says why they can't have it. If the student holds it already,
 * returns the same booking. If any number of people try at once, one gets the time.
 */
export async function holdSlot(deps: Deps, login: Login, wanted: Wanted): Promise<string> {
  try {
    return await deps.db.transaction().execute(trx => hold(trx, deps, login, wanted))
  } catch (error) {
    // The last line of defense: the lock below should prevent this, and the database refuses it.
    if (error instanceof DatabaseError && error.constraint === 'reserved_times_dont_overlap')
      throw slotTaken()
    throw error
  }
}

async function hold(trx: Trx, deps: Deps, login: Login, wanted: Wanted): Promise<string> {
  const offer = await findOffer(trx, login.userId, wanted.tutor)
  const { rateCents, calendar } = bookable(offer)
  await lockReservations(trx, [offer.tutorId, login.userId])
  await keepZone(trx, login.userId, wanted.zone)
  const mine = await heldAlready(trx, login.userId, offer, wanted)
  if (mine) {
    const message = wanted.message === undefined ? undefined : wanted.message || null
    return repeatHold(trx, mine, { ...wanted, message })
  }
  if (wanted.resume) throw holdExpired()
  const now = deps.now()
  const busy = await takenTimes(trx, [offer.tutorId], wanted.run)
  const refusal = checkRun({ calendar, busy, viewerZone: wanted.zone, now }, wanted.run)
  if (refusal) throw refused(refusal)
  const { tutorId } = offer
  await refuseHold(trx, now, { studentId: login.userId, tutorId, kind: 'slot', run: wanted.run })
  const parts = quoteSlot(deps.config, rateCents, wanted.run)
  refuseOtherTotal(parts, wanted.total)
  const { start: starts_at, end: ends_at } = instantsOf(wanted.run)
  const held = {
    post_id: offer.postId,
    course_id: offer.courseId,
    topic: offer.topic,
    tutor_id: offer.tutorId,
    student_id: login.userId,
    starts_at,
    ends_at,
    rate_cents: rateCents,
    message: wanted.message || null,
    student_terms_version: wanted.termsVersion,
  }
  return insertHold(trx, deps, held, parts)
}

/** The cost of a time at a rate: the tutor's price, and the platform's fee on top. */
export function quoteSlot({ money }: Pick<Config, 'money'>, rateCents: number, run: Interval): Parts {
  const { start, end } = instantsOf(run)
  return quote(rateCents, minutesBetween(start, end), money.feeBasisPoints)
}

async function heldAlready(
  trx: Trx,
  studentId: string,
  { tutorId, postId, topic }: Offer,
  { tutor, run }: Wanted,
): Promise<OwnHold | null> {
  const { start, end } = instantsOf(run)
  const own = await trx
    .selectFrom('bookings')
    .select(['id', 'state', 'post_id', 'topic', 'amount_cents', 'fee_cents'])
    .where('student_id', '=', studentId)
    .where('tutor_id', '=', tutorId)
    .where('starts_at', '=', start)
    .where('ends_at', '=', end)
    .where('state', 'in', liveStates)
    // Once paid, the tutor has read the message.
    .forUpdate()
    .executeTakeFirst()
  if (!own) return null
  if (own.state !== 'held') throw problem('conflict', 'You already booked this time.')
  // The Checkout names the topic. A post with a new title is still the same, but another topic is another course.
  const isOtherCourse = postId === null && tutor.course_id !== undefined && topic !== own.topic
  if (postId !== own.post_id || isOtherCourse) throw heldOtherwise(`“${own.topic}”`)
  return own
}

function refused(refusal: RunRefusal): Problem {
  if (refusal === 'taken') return slotTaken()
  return invalidField('body.start_time', refusals[refusal])
}

const refusals: Record<Exclude<RunRefusal, 'taken'>, string> = {
  wrong_length: 'Choose whole slots of 30 minutes.',
  past: 'This time has already started. Choose a later one.',
  beyond_window: 'You can only book the next seven days.',
  outside_availability: 'The tutor isn’t available at this time anymore. Choose another one.',
}

/** Only about a time, not about the whole post, whatever its words say. */
const slotTaken = () => problem('slot_taken', 'Look like this post is already booked')
