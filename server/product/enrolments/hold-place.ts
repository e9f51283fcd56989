import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Login } from '#server/platform/http/router.ts'
import type { ShownPlace } from '#shared/api/bookings.ts'
import { quote } from '#shared/domain/platform-fee.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/end-checkout.ts'
import {
  holdExpired,
  insertHold,
  lockReservations,
  type OwnHold,
  refuseHold,
  refuseOtherTotal,
  repeatHold,
} from '../bookings/hold.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { lockPeople } from '../people/lock-people.ts'
import { keepZone } from '../people/zone-of.ts'
import { findSession } from '../sessions/queries.ts'
import { sessionViewer } from '../sessions/session-cards.ts'

export type WantedPlace = {
  sessionId: string
  /** By its id, otherwise by its end or its start, otherwise the next one to come. */
  occurrence: { id?: string | undefined; ends?: string | undefined; starts?: string | undefined }
  /** The zone in which the student sees times; null if the call names none. */
  zone: string | null
  /** The total that the student was shown, with the platform's fee. */
  total?: string | undefined
  shown?: ShownPlace | undefined
  /** Whether only an existing hold will do. */
  resume?: boolean | undefined
  /** Null if they said nothing about the terms. */
  termsVersion: string | null
}

/**
 * Holds a place in one occurrence for a student while they pay, or says why they can't have it. If the
 * student holds it already, returns the same booking. However many people try at once, only as many get a
 * place as the occurrence has. The others are refused before they pay.
 */
export async function holdPlace(deps: Deps, login: Login, wanted: WantedPlace): Promise<string> {
  try {
    return await deps.db.transaction().execute(trx => hold(trx, deps, login, wanted))
  } catch (error) {
    // The last line of defense: simultaneous requests wait for each other below.
    if (error instanceof DatabaseError && error.constraint === 'occurrence_not_overfull') throw full()
    throw error
  }
}

async function hold(trx: Trx, deps: Deps, login: Login, wanted: WantedPlace): Promise<string> {
  const viewer = sessionViewer(deps, login.userId)
  const { is_owner } = await findSession(trx, viewer, wanted.sessionId)
  if (is_owner) throw problem('conflict', 'You teach this session.')
  const { owner_id } = await trx
    .selectFrom('sessions')
    .select('owner_id')
    .where('id', '=', wanted.sessionId)
    .executeTakeFirstOrThrow()
  // As for a slot: anything that books or moves time of either person runs before or after this.
  await lockReservations(trx, [owner_id, login.userId])
  await lockPeople(trx, [owner_id, login.userId])
  if (wanted.zone) await keepZone(trx, login.userId, wanted.zone)
  await requireEnrolment(trx, login, wanted.sessionId)
  const occurrence = await lockOccurrence(trx, wanted, viewer.now)
  refuseMoved(occurrence, wanted.shown)
  const mine = await heldAlready(trx, deps, login, occurrence)
  if (mine) return repeatHold(trx, mine, wanted)
  if (wanted.resume) throw holdExpired()
  refuseClosed(occurrence, viewer.now)
  const { rate_cents } = occurrence
  if (rate_cents === null) {
    throw problem('conflict', 'This session is free, so you don’t need to pay.')
  }
  const parts = quote(rate_cents, occurrence.minutes, viewer.feeBasisPoints)
  refuseOtherTotal(parts, wanted.total)
  const { owner_id: tutor_id, title: topic, starts_at, ends_at } = occurrence
  const run = { start: starts_at.epochMilliseconds, end: ends_at.epochMilliseconds }
  await refuseHold(trx, viewer.now, { studentId: login.userId, tutorId: tutor_id, kind: 'place', run })
  const held = {
    kind: 'place' as const,
    occurrence_id: occurrence.id,
    topic,
    tutor_id,
    student_id: login.userId,
    starts_at,
    ends_at,
    rate_cents,
    student_terms_version: wanted.termsVersion,
  }
  return insertHold(trx, deps, held, parts)
}

/** A person who leaves the session at the same time waits here, or has already left. */
async function requireEnrolment(trx: Trx, { userId }: Login, sessionId: string): Promise<void> {
  const enrolment = await trx
    .selectFrom('enrolments')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', userId)
    .forShare()
    .executeTakeFirst()
  if (!enrolment) throw problem('conflict', 'Enroll in this session first.')
}

type Occurrence = Pick<Selectable<DB['occurrences']>, 'id' | 'starts_at' | 'ends_at' | 'state'> &
  Pick<Selectable<DB['sessions']>, 'owner_id' | 'title' | 'rate_cents' | 'minutes' | 'location'>

async function lockOccurrence(
  trx: Trx,
  { sessionId, occurrence: { id, ends, starts } }: WantedPlace,
  now: Temporal.Instant,
): Promise<Occurrence> {
  const named = id
    ? sql<boolean>`occurrences.id = ${id}::uuid`
    : ends
      ? sql<boolean>`ends_at = ${ends}::timestamptz`
      : starts
        ? sql<boolean>`starts_at = ${starts}::timestamptz`
        : sql<boolean>`starts_at > ${now}::timestamptz and state = 'planned'`
  const occurrence = await trx
    .selectFrom('occurrences')
    .innerJoin('sessions', 'sessions.id', 'session_id')
    .select(['occurrences.id', 'starts_at', 'ends_at', 'state'])
    .select(['owner_id', 'title', 'rate_cents', 'minutes', 'location'])
    .where('session_id', '=', sessionId)
    .where(named)
    .orderBy('starts_at')
    .limit(1)
    .forNoKeyUpdate('occurrences')
    .executeTakeFirst()
  if (!occurrence) throw problem('not_found', 'There’s no session at that time.')
  return occurrence
}

async function heldAlready(
  trx: Trx,
  deps: Deps,
  { userId }: Login,
  { id, starts_at }: Occurrence,
): Promise<OwnHold | null> {
  const own = await trx
    .selectFrom('bookings')
    .select(['id', 'state', 'starts_at', 'moved_from', 'amount_cents', 'fee_cents'])
    .where('occurrence_id', '=', id)
    .where('student_id', '=', userId)
    .where('state', 'in', ['held', 'approved', 'active', 'completed'])
    .executeTakeFirst()
  if (!own) return null
  if (own.state !== 'held') throw problem('conflict', 'You already paid for a place.')
  if (own.moved_from === null && own.starts_at.equals(starts_at)) return own
  // It was chosen at another time: that Checkout would be refunded (see paid-place.ts), so a new one replaces
  // it.
  const place = await lockBooking(trx, own.id)
  if (place?.state === 'held') {
    await changeBooking(trx, deps, place, { to: 'cancelled', by: 'student' }, { cancelled_by: userId })
    await endCheckoutLater(trx, deps, own.id)
  }
  return null
}

/** Nobody pays for another time or location than they were shown: they see the new one first. */
function refuseMoved({ starts_at, location }: Occurrence, shown: ShownPlace | undefined): void {
  if (!shown) return
  const isThere = shown.location === undefined || shown.location === location
  if (isThere && starts_at.equals(shown.starts_on)) return
  throw problem('conflict', `The ${isThere ? 'time' : 'location'} has changed. Check the summary again.`)
}

function refuseClosed({ state, starts_at }: Occurrence, now: Temporal.Instant): void {
  if (state === 'cancelled') throw problem('conflict', 'This time was canceled. Choose another one.')
  if (state === 'over' || Temporal.Instant.compare(starts_at, now) <= 0) {
    throw problem('conflict', 'This time has already started. Choose a later one.')
  }
}

const full = () => problem('slot_taken', 'This session is full.')
