import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import type { SessionMeeting } from '#shared/api/enrolments.ts'
import { type Occurrence, type Session, sessionPageSize } from '#shared/api/sessions.ts'
import type { BookingState } from '#shared/domain/booking-states.ts'
import { inStates } from '../people/booking-states.ts'
import { shownTo } from '../people/shown-to.ts'
import { peopleAt } from '../sessions/people-at.ts'
import { sessionVisibleTo } from '../sessions/queries.ts'
import type { SessionViewer } from '../sessions/session-cards.ts'
import { enrolledInTime } from './in-time.ts'
import { cardKeys, cardsOf, nextThree, type OccurrenceRow, type Page } from './queries.ts'

type MeetingList = { when: 'upcoming' | 'passed'; filter: 'All' | 'Pending' | 'Teaching' | 'Meetings' }

type MeetingRow = OccurrenceRow & {
  teaches: boolean
  readable: boolean
  shown: boolean
  expected: number
  attended: number
  status: BookingState | null
  leave_until: Temporal.Instant | null
}

/**
 * The occurrences that a person teaches or has a place in. Upcoming: of each session the next three and all
 * paid ones; past: all, but of a free session only those since the person enrolled, and those they attended.
 */
export async function meetingsOf(
  db: Database,
  viewer: SessionViewer,
  { when, filter }: MeetingList,
  start: PageStart,
): Promise<Page<SessionMeeting>> {
  // A place needs nobody's answer.
  if (filter === 'Pending') return { cards: [], cursors: [] }
  const passed = when === 'passed'
  const sides = [
    ...(filter === 'Meetings' ? [] : [teachingRows(viewer, passed)]),
    ...(filter === 'Teaching' ? [] : [paidRows(viewer, passed), freeRows(viewer, passed)]),
    ...(filter === 'Teaching' || !passed ? [] : [attendedRows(viewer)]),
  ]
  const direction = passed ? 'desc' : 'asc'
  const { rows } = await sql<MeetingRow>`
    select found.*, (
        select count(*) from (${peopleAt(sql`array[found.id]`)}) people) as expected, exists (
        select from sessions join users on users.id = sessions.owner_id
        where sessions.id = found.session_id and ${sessionVisibleTo(viewer.userId)}) as readable,
      ${shownTo(viewer.userId, sql`found.owner_id`)} as shown, (
        select count(distinct person_id) from attendances
        where occurrence_id = found.id and person_id <> found.owner_id) as attended
    from (
      select * from (${sql.join(sides, sql` union all `)}) sides
      where ${afterTimeCursor(start.after, sql`(starts_at, id)`, direction)}
      order by starts_at ${sql.raw(direction)}, id ${sql.raw(direction)}
      limit ${sql.lit(sessionPageSize)} offset ${sql.lit(start.skip)}
    ) found
    order by starts_at ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(db)
  const found = await cardsOf(db, viewer, rows)
  return {
    cards: found.map(({ session, occurrence, row }) => ({
      ...cardKeys(session, occurrence),
      session: row.shown ? session : asSingleOccurrence(session, occurrence, passed),
      occurrence,
      readable: row.readable,
      role: row.teaches ? 'teacher' : 'student',
      expected: Number(row.expected),
      attended: Number(row.attended),
      status: row.status,
      leave_until: row.leave_until && isoTime(row.leave_until),
    })),
    cursors: rows.map(row => timeCursor(row.starts_at, row.id)),
  }
}

/** The columns of a booking, for people who come without one. */
const noPlace = sql`null::text as status, null::timestamptz as leave_until`

// The kinds of a person's meetings, with the same columns. Of a deleted session, only the meeting in progress
// is still planned (end-session.ts).

function teachingRows(viewer: SessionViewer, passed: boolean): RawBuilder<unknown> {
  return sql`
    select chosen.id, session_id, owner_id, chosen.starts_at, true as teaches, ${noPlace}
    from sessions cross join lateral (select id as session_id) named
      cross join lateral (${passed ? past(viewer) : nextThree(sql`ends_at`, viewer)}) chosen
    where owner_id = ${viewer.userId}`
}

function paidRows({ userId, now }: SessionViewer, passed: boolean): RawBuilder<unknown> {
  const at = sql`${now}::timestamptz`
  return sql`
    select occurrences.id, session_id, owner_id, occurrences.starts_at,
      false as teaches, bookings.state as status, bookings.leave_until
    from bookings join occurrences on occurrences.id = occurrence_id join sessions on sessions.id = session_id
    where student_id = ${userId} and ${
      passed
        ? sql`occurrences.ends_at <= ${at} and bookings.state in (${inStates.expected})`
        : sql`occurrences.ends_at > ${at} and bookings.state in (${inStates.agreed}) and occurrences.state <> 'cancelled'`
    }`
}

function freeRows(viewer: SessionViewer, passed: boolean): RawBuilder<unknown> {
  // A paid place from before the session became free is listed with the paid ones.
  return sql`
    select occurrences.id, sessions.id as session_id, owner_id, occurrences.starts_at, false as teaches, ${noPlace}
    from enrolments join sessions on sessions.id = session_id
      cross join lateral (${passed ? past(viewer) : nextThree(sql`ends_at`, viewer)}) occurrences
    where person_id = ${viewer.userId} and free and (deleted_at is null or not ${passed})
      and (not ${passed} or ${enrolledInTime})
      and not exists (select from bookings where occurrence_id = occurrences.id and student_id = ${viewer.userId}
        and bookings.state in (${inStates.expected}))`
}

/** Of free sessions that the person isn't enrolled in anymore, or only since. */
function attendedRows({ userId, now }: SessionViewer): RawBuilder<unknown> {
  return sql`
    select occurrences.id, session_id, owner_id, occurrences.starts_at, false as teaches, ${noPlace}
    from occurrences join sessions on sessions.id = session_id
    where occurrences.id in (
        select occurrence_id from attendances where person_id = ${userId} and occurrence_id is not null)
      and free and occurrences.state <> 'cancelled' and occurrences.ends_at <= ${now}::timestamptz
      and deleted_at is null and owner_id <> ${userId}
      and not exists (
        select from enrolments where session_id = sessions.id and person_id = ${userId} and ${enrolledInTime})
      and not exists (select from bookings where occurrence_id = occurrences.id and student_id = ${userId}
        and bookings.state in (${inStates.expected}))`
}

function past({ now }: SessionViewer): RawBuilder<unknown> {
  return sql`
    select id, starts_at, ends_at, free from occurrences
    where occurrences.session_id = sessions.id and state <> 'cancelled' and ends_at <= ${now}::timestamptz`
}

/**
 * A session of a card as if its occurrence were the only one: behind a block, nobody learns from a meeting where and when
 * others take place, nor how many people come. Who paid for one to come still has to find it.
 */
function asSingleOccurrence(session: Session, occurrence: Occurrence, passed: boolean): Session {
  const start = Temporal.Instant.from(session.starts_at).toZonedDateTimeISO(session.time_zone)
  return {
    ...session,
    start_time: start.toPlainTime().toString({ smallestUnit: 'minute' }),
    starts_on: start.toPlainDate().toString(),
    repeat: false,
    repeat_days: [],
    repeat_until: null,
    skipped_days: [],
    location: passed ? session.location && '' : session.location,
    attendees: null,
    upcoming: passed ? [] : [occurrence],
  }
}
