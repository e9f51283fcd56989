import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import type { DB } from '#server/platform/db/types.gen.ts'
import { problem } from '#server/platform/http/problem.ts'
import { enrolledInTime } from '../enrolments/in-time.ts'
import { inStates } from '../people/booking-states.ts'
import { shownTo } from '../people/shown-to.ts'

export type BoardRow = Selectable<DB['boards']>

/** Whether a row of `boards`, by its alias, is a person's own and not a meeting's. */
export const isOwn = (boards: 'boards' | 'own') =>
  sql`num_nonnulls(${sql.ref(`${boards}.booking_id`)}, ${sql.ref(`${boards}.occurrence_id`)}) = 0`

/** Missing, deleted and inaccessible boards give the same error. */
export const noBoard = () => problem('not_found', 'We couldn’t find that board. It may have been deleted.')

/**
 * Which of a student's bookings or places give access to the meeting's board: the meeting is upcoming, in
 * progress or took place.
 */
const takesPart = sql`bookings.state in (${inStates.expected})`

/** The ids of the boards that a person may see: their own, and those of meetings that they may enter or attended. */
export function boardsOf(userId: string): RawBuilder<{ id: string }> {
  return sql`
    select id from boards where owner_id = ${userId}::uuid and deleted_at is null
    union select boards.id from bookings join boards on boards.booking_id = bookings.id
      where student_id = ${userId}::uuid and ${takesPart}
    union select boards.id from bookings join boards on boards.occurrence_id = bookings.occurrence_id
      where student_id = ${userId}::uuid and ${takesPart}
    union select boards.id from enrolments join occurrences on occurrences.session_id = enrolments.session_id and free
      join boards on boards.occurrence_id = occurrences.id
      where person_id = ${userId}::uuid and ${enrolledInTime}
    union select boards.id from attendances join occurrences on occurrences.id = attendances.occurrence_id and free
      join boards on boards.occurrence_id = occurrences.id
      where person_id = ${userId}::uuid and attendances.occurrence_id is not null`
}

/** The condition on a row of `boards` under which a person may see it (`boardsOf`). */
function openTo(userId: string): RawBuilder<boolean> {
  return sql`(boards.deleted_at is null and (boards.owner_id = ${userId}::uuid
    or exists (select from bookings where bookings.id = boards.booking_id and student_id = ${userId}::uuid and ${takesPart})
    or exists (select from bookings where bookings.occurrence_id = boards.occurrence_id and student_id = ${userId}::uuid and ${takesPart})
    or exists (select from occurrences join enrolments on enrolments.session_id = occurrences.session_id
      where occurrences.id = boards.occurrence_id and free and person_id = ${userId}::uuid and ${enrolledInTime})
    or exists (select from occurrences join attendances on attendances.occurrence_id = occurrences.id
      where occurrences.id = boards.occurrence_id and free and person_id = ${userId}::uuid)))`
}

/**
 * Whether a person can only read the board of a booking or an occurrence that is open to them: a block stands between the
 * two people of a booking that is over, or they attended a free session and have left it, as a block makes them do. Otherwise
 * its board would stay a way to reach the other. The owner of a session can still change its board, which is for the other
 * students too.
 */
export function isClosedTo(
  userId: string,
  bookingId: RawBuilder<unknown>,
  occurrenceId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql`(exists (
      select from bookings
      where (bookings.id = ${bookingId} or (bookings.occurrence_id = ${occurrenceId} and student_id = ${userId}::uuid))
        and bookings.state in ('completed', 'missed')
        and not (${shownTo(userId, sql`case when tutor_id = ${userId}::uuid then student_id else tutor_id end`)}))
    or exists (
      select from occurrences join sessions on sessions.id = session_id
      where occurrences.id = ${occurrenceId} and owner_id <> ${userId}::uuid
        and not exists (select from enrolments where enrolments.session_id = sessions.id and person_id = ${userId}::uuid)
        and not exists (select from bookings
          where bookings.occurrence_id = occurrences.id and student_id = ${userId}::uuid and ${takesPart})))`
}

/**
 * Whether a person can only read a row of `boards` (`isClosedTo`). A guest whom the host refused or removed can only read it, too, until the host lets
 * them in: they could disturb the call as well on the board that everyone in it looks at.
 */
export const isClosed = (userId: string) => sql<boolean>`(
  ${isClosedTo(userId, sql`boards.booking_id`, sql`boards.occurrence_id`)}
  or exists (
    select from meeting_rooms join meeting_admissions on meeting_admissions.room_id = meeting_rooms.id
    where (meeting_rooms.booking_id = boards.booking_id or meeting_rooms.occurrence_id = boards.occurrence_id)
      and meeting_admissions.person_id = ${userId}::uuid and meeting_admissions.state in ('refused', 'removed')))`

const closedBoard = () => problem('conflict', 'This board can’t be changed anymore.')

/** The 404 for anyone who may not see a board. Returns whether they can change it. */
export async function requireBoard(
  db: Database,
  userId: string,
  id: string,
): Promise<{ can_change: boolean }> {
  const board = await db
    .selectFrom('boards')
    .select(isClosed(userId).as('closed'))
    .where('id', '=', id)
    .where(openTo(userId))
    .executeTakeFirst()
  if (!board) throw noBoard()
  return { can_change: !board.closed }
}

/** `requireBoard`, with a 409 for those who can only read it. */
export async function requireChangeable(db: Database, userId: string, id: string): Promise<void> {
  const { can_change } = await requireBoard(db, userId, id)
  if (!can_change) throw closedBoard()
}

/**
 * A board that the person may change, locked until the transaction ends, so that changes run one after the
 * other.
 */
export async function lockBoard(trx: Trx, userId: string, id: string): Promise<BoardRow> {
  const board = await trx
    .selectFrom('boards')
    .selectAll()
    .select(isClosed(userId).as('closed'))
    .where('id', '=', id)
    .where(openTo(userId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!board) throw noBoard()
  if (board.closed) throw closedBoard()
  return board
}

/** A person's own board, deleted or not, locked; otherwise the 404. */
export async function lockOwnBoard(trx: Trx, userId: string, id: string): Promise<BoardRow> {
  const board = await trx
    .selectFrom('boards')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!board) throw noBoard()
  return board
}
