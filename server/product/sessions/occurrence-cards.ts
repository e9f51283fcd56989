import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Occurrence } from '#shared/api/sessions.ts'
import { isOpen } from '#shared/domain/booking-states.ts'
import { isMoveUnseen } from '../bookings/moved-place.ts'
import { inStates } from '../people/booking-states.ts'

/** An occurrence as a person sees it, with its session. */
export type OccurrenceCard = { sessionId: string; occurrence: Occurrence }

type Viewer = { userId: string | null; now: Temporal.Instant }

type Row = {
  id: string
  session_id: string
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
  state: Occurrence['state']
  owner_id: string
  free: boolean
  location: string | null
  capacity: number
  enrolled: boolean
  taken: number
  begun: boolean
  booking_id: string | null
  booking_state: string | null
  held_until: Temporal.Instant | null
  leave_until: Temporal.Instant | null
  moved_from: Temporal.Instant | null
}

/**
 * The occurrences that `ids` selects as the viewer sees them, the earliest first. `ids` is already limited to
 * a page.
 */
export async function occurrenceCards(
  db: Database,
  viewer: Viewer,
  ids: RawBuilder<{ id: string }>,
): Promise<OccurrenceCard[]> {
  const { rows } = await sql<Row>`
    select occurrences.id, session_id, occurrences.starts_at, occurrences.ends_at, occurrences.state, owner_id,
      free, location, capacity,
      exists (select from enrolments where session_id = sessions.id and person_id = ${viewer.userId}::uuid) as enrolled,
      case when free then (select count(*) from enrolments where session_id = sessions.id)
        else (select count(*) from bookings where occurrence_id = occurrences.id
          and bookings.state in (${inStates.live}, 'completed', 'missed')) end as taken,
      exists (select from attendances where attendances.occurrence_id = occurrences.id) as begun,
      own.id as booking_id, own.state as booking_state, own.held_until, own.leave_until, own.moved_from
    from (${ids}) page
      join occurrences on occurrences.id = page.id
      join sessions on sessions.id = session_id
      left join bookings own on own.occurrence_id = occurrences.id and own.student_id = ${viewer.userId}::uuid
        and own.state in (${inStates.live}, 'completed', 'missed')
    order by occurrences.starts_at, occurrences.id`.execute(db)
  return rows.map(row => ({
    sessionId: row.session_id,
    occurrence: {
      id: row.id,
      starts_at: isoTime(row.starts_at),
      ends_at: isoTime(row.ends_at),
      state: row.state,
      taken: viewer.userId === null ? null : row.taken,
      // An expired hold is no place anymore, even before it ends.
      booking_id: isExpired(row, viewer) ? null : row.booking_id,
      moved_from: row.moved_from && isoTime(row.moved_from),
      move_unseen: isMoveUnseen(row, viewer.now),
      action: actionOf(row, viewer),
      has_call: hasCall(row, viewer),
    },
  }))
}

function isExpired({ booking_state, held_until }: Row, { now }: Pick<Viewer, 'now'>): boolean {
  return booking_state === 'held' && Temporal.Instant.compare(held_until!, now) <= 0
}

function hasCall({ begun, free, location, ends_at }: Row, { now }: Pick<Viewer, 'now'>): boolean {
  // Where people pay, also in person, since only the call shows that the meeting took place. People stay in one that
  // has begun when the session becomes one in person.
  if (begun || !free) return true
  return location === null && Temporal.Instant.compare(now, ends_at) < 0
}

function actionOf(row: Row, { userId, now }: Viewer): Occurrence['action'] {
  if (row.state !== 'planned') return 'none'
  const start = row.starts_at
  const open = isOpen({ start, end: row.ends_at }, now)
  const enters = open && hasCall(row, { now })
  if (row.owner_id === userId) return enters ? 'start' : 'none'
  if (row.booking_state === 'held') return isExpired(row, { now }) ? 'none' : 'resume'
  if (row.booking_id) return open ? 'join' : 'none'
  if (row.free) return enters && row.enrolled ? 'join' : 'none'
  if (!row.enrolled || Temporal.Instant.compare(start, now) <= 0) return 'none'
  return row.taken >= row.capacity ? 'full' : 'pay'
}
