import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { UnpaidOccurrence } from '#shared/api/enrolments.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { type Occurrence, type Session, sessionPageSize } from '#shared/api/sessions.ts'
import { inStates } from '../people/booking-states.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { occurrenceCards } from '../sessions/occurrence-cards.ts'
import { hoursOf, type SessionViewer, sessionCards } from '../sessions/session-cards.ts'

/** The page size of a session's people. */
export const enrolledPageSize = 20

export type Page<T> = { cards: T[]; cursors: string[] }

/** The people enrolled in a session, the latest first. */
export async function enrolledPage(
  db: Database,
  viewerId: string,
  sessionId: string,
  start: PageStart,
): Promise<Page<PersonCard>> {
  const { rows } = await sql<{ id: string; created_at: Temporal.Instant }>`
    select users.id, enrolments.created_at from enrolments join users on users.id = person_id
    where session_id = ${sessionId} and ${personVisibleTo(viewerId)}
      and ${afterTimeCursor(start.after, sql`(enrolments.created_at, users.id)`, 'desc')}
    order by enrolments.created_at desc, users.id desc
    limit ${sql.lit(enrolledPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const cards = await personCardsInOrder(db, viewerId, ids)
  return { cards, cursors: rows.map(row => timeCursor(row.created_at, row.id)) }
}

export type OccurrenceRow = { id: string; session_id: string; starts_at: Temporal.Instant }

/**
 * For each paid session that the person is enrolled in, those of the next three occurrences that they haven't paid
 * for; the next first.
 */
export async function unpaidOccurrences(
  db: Database,
  viewer: SessionViewer,
  start: PageStart,
): Promise<Page<UnpaidOccurrence>> {
  const { rows } = await sql<OccurrenceRow>`
    select next.id, sessions.id as session_id, next.starts_at
    from enrolments join sessions on sessions.id = session_id join users on users.id = owner_id
      cross join lateral (${nextThree(sql`starts_at`, viewer)}) next
    where person_id = ${viewer.userId} and rate_cents is not null and sessions.deleted_at is null
      and ${personVisibleTo(viewer.userId)}
      and not exists (select from bookings where occurrence_id = next.id and student_id = ${viewer.userId}
        and bookings.state in (${inStates.acquainted}))
      and ${afterTimeCursor(start.after, sql`(next.starts_at, next.id)`, 'asc')}
    order by next.starts_at, next.id limit ${sql.lit(sessionPageSize)} offset ${sql.lit(start.skip)}`.execute(
    db,
  )
  const found = await cardsOf(db, viewer, rows)
  return {
    cards: found.map(({ session, occurrence }) => ({
      ...cardKeys(session, occurrence),
      session,
      occurrence,
    })),
    cursors: rows.map(row => timeCursor(row.starts_at, row.id)),
  }
}

/** The next three occurrences of a row of `sessions`; `moment` is the column that is still to come. */
export function nextThree(moment: RawBuilder<unknown>, { now }: SessionViewer): RawBuilder<unknown> {
  return sql`
    select id, starts_at, ends_at, free from occurrences
    where occurrences.session_id = sessions.id and state = 'planned' and ${moment} > ${now}::timestamptz
    order by starts_at limit 3`
}

/** The session and the end of an occurrence, which every card includes. */
export function cardKeys(session: Session, { ends_at }: Occurrence) {
  return { session_id: session.id, ends_on: ends_at }
}

type Found<R> = { row: R; session: Session; occurrence: Occurrence }

/**
 * The rows with their cards, on each of which the session has the occurrence's date and times. The caller has checked
 * access.
 */
export async function cardsOf<R extends OccurrenceRow>(
  db: Database,
  viewer: SessionViewer,
  rows: readonly R[],
): Promise<Found<R>[]> {
  const ids = rows.map(({ id }) => id)
  const sessions = await sessionCards(db, viewer, [...new Set(rows.map(row => row.session_id))])
  const occurrences = await occurrenceCards(db, viewer, sql`select unnest(${idArray(ids)}) as id`)
  const session = new Map(sessions.map(card => [card.id, card]))
  const occurrence = new Map(occurrences.map(card => [card.occurrence.id, card.occurrence]))
  return rows.flatMap(row => {
    const [of, at] = [session.get(row.session_id), occurrence.get(row.id)]
    return of && at ? [{ row, session: { ...of, ...hoursOf(at.starts_at, at.ends_at) }, occurrence: at }] : []
  })
}
