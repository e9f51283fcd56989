import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { parseIdCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Session, sessionPageSize } from '#shared/api/sessions.ts'
import type { SessionPlan } from '#shared/domain/occurrences.ts'
import { inStates } from '../people/booking-states.ts'
import { findPerson, personVisibleTo } from '../people/find-person.ts'
import { lockPeople } from '../people/lock-people.ts'
import { type AnySessionViewer, sessionCards } from './session-cards.ts'

/** Missing, deleted, hidden and somebody else's give the same error. */
export const noSession = () =>
  problem('not_found', 'We couldn’t find that session. It may have been deleted.')

/**
 * The condition on a row of `sessions` and its owner's of `users` under which a person (null for a
 * visitor) sees a session: it isn't deleted, or they have a paid place in it; and there is no block between them
 * and its owner.
 */
export function sessionVisibleTo(viewerId: string | null): RawBuilder<boolean> {
  return sql`${personVisibleTo(viewerId)} and (sessions.deleted_at is null or exists (
    select from occurrences join bookings on bookings.occurrence_id = occurrences.id
    where occurrences.session_id = sessions.id and bookings.student_id = ${viewerId}::uuid
      and bookings.state in (${inStates.acquainted})))`
}

/** A session that the viewer may see, or the 404. */
export async function findSession(db: Database, viewer: AnySessionViewer, id: string): Promise<Session> {
  const { rows } = await sql<{ id: string }>`
    select sessions.id from sessions join users on users.id = owner_id
    where sessions.id = ${id} and ${sessionVisibleTo(viewer.userId)}`.execute(db)
  const [card] = await sessionCards(
    db,
    viewer,
    rows.map(row => row.id),
  )
  if (!card) throw noSession()
  return card
}

export type SessionRow = Omit<
  Selectable<DB['sessions']>,
  'client_id' | 'starts_on' | 'repeat_until' | 'skipped_days' | 'planned_until' | 'words'
> & {
  // Dates belong to the session's zone, never to the server's.
  starts_on: string
  repeat_until: string | null
  skipped_days: string[]
  planned_until: string
}

/** The owner's session if it isn't deleted, locked until the transaction ends; otherwise the 404. */
export async function lockOwnSession(trx: Trx, ownerId: string, id: string): Promise<SessionRow> {
  // Everyone enrolled or with a place gets alerts about changes, and may be leaving: people are locked before what they share.
  await lockPeople(
    trx,
    sql`select ${ownerId}::uuid union all select person_id from enrolments where session_id = ${id}
      union all select student_id from bookings join occurrences on occurrences.id = occurrence_id
      where session_id = ${id} and occurrences.state = 'planned' and bookings.state in (${inStates.live})`,
  )
  const row = await lockSession(trx, id)
  if (row?.owner_id !== ownerId) throw noSession()
  return row
}

/** The 404 for everyone but the owner of a session that isn't deleted. */
export async function requireOwnSession(db: Database, ownerId: string, id: string): Promise<void> {
  const own = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!own) throw noSession()
}

/**
 * A session that isn't deleted, locked until the transaction ends, so that changes run one after the other.
 */
export async function lockSession(trx: Trx, id: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select id, owner_id, title, description, time_zone, starts_on::text, start_time, minutes, rate_cents, location, capacity,
      repeat_days, repeat_until::text, skipped_days::text[], planned_until::text, deleted_at, version, created_at, updated_at
    from sessions where id = ${id} and deleted_at is null for no key update`.execute(trx)
  return rows[0]
}

/** A person's sessions that the viewer may see, the latest created first. */
export async function sessionsOfPerson(
  db: Database,
  viewer: AnySessionViewer,
  username: string | undefined,
  start: PageStart,
): Promise<{ sessions: Session[]; ids: string[] }> {
  const ownerId = username === undefined ? viewer.userId : await findPerson(db, viewer.userId, username)
  const after = start.after === null ? sql`` : sql`and id < ${parseIdCursor(start.after)}::uuid`
  const { rows } = await sql<{ id: string }>`
    select id from sessions where owner_id = ${ownerId} and deleted_at is null ${after}
    order by id desc limit ${sql.lit(sessionPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  const ids = rows.map(({ id }) => id)
  return { sessions: await sessionCards(db, viewer, ids), ids }
}

/** When a session takes place. */
export function planOf(row: SessionRow): SessionPlan {
  return {
    startsOn: row.starts_on,
    startTime: row.start_time,
    minutes: row.minutes,
    zone: row.time_zone,
    repeatDays: row.repeat_days,
    repeatUntil: row.repeat_until,
    skippedDays: row.skipped_days,
  }
}
