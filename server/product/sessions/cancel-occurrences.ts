import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { eachInTurn } from '#server/platform/each-in-turn.ts'
import { forgetAttendances } from '../attendances/forget-attendances.ts'
import { changeBooking } from '../bookings/change-booking.ts'
import { endCheckoutLater } from '../bookings/end-checkout.ts'
import { lockBooking } from '../bookings/lock-booking.ts'
import { inStates } from '../people/booking-states.ts'
import type { SessionRow } from './queries.ts'
import type { Span, ToldTime } from './session-alert-kinds.ts'
import { spanOf, tellOfSession } from './session-alerts.ts'

/** The remaining work after occurrences were canceled. */
export type Cancelled = {
  session: Pick<SessionRow, 'id' | 'owner_id'>
  /** The version from which it was canceled, which no other cancellation shares. */
  version: number
  occurrences: { id: string; time: ToldTime }[]
  /** Places taken until then. An occurrence can be planned again, and paid for again. */
  until: string
  /** Whether to tell everyone enrolled, and not only those with a place. */
  everyone: boolean
  /** Whether the session can have other dates. Not known of a job that a server of an earlier version enqueued. */
  goesOn?: boolean
  /** The new dates that replace them. Not known of an earlier job either. */
  added?: Span[]
}

export const cancelPlacesJob = 'cancel-places'

type How = Required<Pick<Cancelled, 'goesOn'>> & {
  remarks?: string | null
  everyone?: boolean
  added?: Span[]
}

/**
 * Cancels occurrences that haven't begun, so that nobody can pay for or enter them anymore. A job, since
 * there can be thousands of places, refunds everyone with a place, stops unpaid Checkouts, and tells them, as
 * well as people enrolled in a free session or if the whole session ends. The caller has locked the session.
 */
export async function cancelOccurrences(
  trx: Trx,
  deps: Deps,
  { id: sessionId, owner_id, version, rate_cents }: SessionRow,
  ids: readonly string[],
  { goesOn, remarks = null, everyone = rate_cents === null, added = [] }: How,
): Promise<void> {
  const { rows } = await sql<{ id: string; starts_at: Temporal.Instant; ends_at: Temporal.Instant }>`
    update occurrences set state = 'cancelled', remarks = ${remarks}
    where id in (select id from occurrences where id = any (${ids}::uuid[]) and state = 'planned' order by id for no key update)
    returning id, starts_at, ends_at`.execute(trx)
  if (rows.length === 0) return
  // Now, however late the job runs.
  await forgetAttendances(
    trx,
    rows.map(({ id }) => id),
  )
  const cancelled: Cancelled = {
    session: { id: sessionId, owner_id },
    version,
    occurrences: rows.map(({ id, starts_at, ends_at }) => ({
      id,
      time: { from: spanOf({ start: starts_at, end: ends_at }), to: null },
    })),
    until: deps.now().toString(),
    everyone,
    goesOn,
    added,
  }
  await deps.jobs.enqueue(trx, cancelPlacesJob, `${sessionId} ${version}`, cancelled)
}

/**
 * Cancels the places in canceled occurrences, one person at a time: after an interruption, it continues with
 * the remaining people.
 */
export async function cancelPlaces(deps: Deps, cancelled: Cancelled): Promise<void> {
  await eachInTurn(peopleOf(deps.db, cancelled), 'people’s places couldn’t be canceled', personId =>
    deps.db.transaction().execute(trx => cancelFor(trx, deps, cancelled, personId)),
  )
}

async function* peopleOf(db: Database, cancelled: Cancelled): AsyncGenerator<string> {
  let last: string | null = null
  while (true) {
    last = await personAfter(db, cancelled, last)
    if (!last) return
    yield last
  }
}

async function personAfter(
  db: Database,
  { session, occurrences, until, everyone }: Cancelled,
  last: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select student_id as id from bookings
      where occurrence_id = any (${occurrences.map(({ id }) => id)}::uuid[])
        and state in (${inStates.live}) and created_at <= ${until}::timestamptz
      union
      select person_id from enrolments where session_id = ${session.id} and ${everyone}
    ) people
    where ${last}::uuid is null or id > ${last}::uuid order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

async function cancelFor(
  trx: Trx,
  deps: Deps,
  { session, version, occurrences, until, everyone, goesOn, added }: Cancelled,
  personId: string,
): Promise<void> {
  const lost: { bookingId: string; time: ToldTime }[] = []
  for (const { id, time } of occurrences) {
    const bookingId = await cancelPlace(trx, deps, session, { occurrenceId: id, personId, until })
    if (bookingId) lost.push({ bookingId, time })
  }
  const told = everyone ? occurrences : lost
  if (told.length === 0) return
  await tellOfSession(trx, deps, session, personId, 'cancelled', {
    times: told.map(({ time }) => time),
    added,
    refundCents: await refunded(
      trx,
      lost.map(({ bookingId }) => bookingId),
    ),
    // Canceling several at once includes no message.
    occurrenceId: occurrences[0]?.id,
    goesOn,
    cause: `${session.id} ${version}`,
  })
}

type Wanted = { occurrenceId: string; personId: string; until: string }

/** Cancels a person's place; returns its id, or null if they have none. */
async function cancelPlace(
  trx: Trx,
  deps: Deps,
  { owner_id }: Cancelled['session'],
  { occurrenceId, personId, until }: Wanted,
): Promise<string | null> {
  const { rows } = await sql<{ id: string; remarks: string | null }>`
    select id, (select remarks from occurrences where id = occurrence_id) as remarks from bookings
    where occurrence_id = ${occurrenceId} and student_id = ${personId} and state in (${inStates.live})
      and created_at <= ${until}::timestamptz`.execute(trx)
  const place = rows[0] && (await lockBooking(trx, rows[0].id))
  if (!place) return null
  const remarks = rows[0]?.remarks
  const change = { cancelled_by: owner_id, ...(remarks && { remarks }) }
  // Judged by when its occurrence was canceled: this may run after its start.
  const at = Temporal.Instant.from(until)
  if (!(await changeBooking(trx, deps, place, { to: 'cancelled', by: 'tutor', at }, change))) return null
  if (place.state === 'held') await endCheckoutLater(trx, deps, place.id)
  return place.id
}

/** Everyone enrolled in a session. */
export async function idsEnrolledIn(trx: Trx, sessionId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('enrolments')
    .select('person_id')
    .where('session_id', '=', sessionId)
    .orderBy('person_id')
    .execute()
  return rows.map(({ person_id }) => person_id)
}

/** What canceling these places refunded: a shortened one had a refund before. */
async function refunded(trx: Trx, bookingIds: string[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(refunds.amount_cents), 0)::int as cents
    from refunds join payments on payments.id = payment_id
    where booking_id = any (${bookingIds}::uuid[]) and reason = 'cancelled'`.execute(trx)
  return rows[0]!.cents
}
