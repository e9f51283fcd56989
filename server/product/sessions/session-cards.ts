import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idArray } from '#server/platform/db/id-array.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { Session } from '#shared/api/sessions.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { quote } from '#shared/domain/platform-fee.ts'
import { refundPolicy, refundTerms } from '#shared/domain/refund-policy.ts'
import type { Weekday } from '#shared/domain/schedule.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { type OccurrenceCard, occurrenceCards } from './occurrence-cards.ts'

/** Who views a session (null for a visitor), when, and the platform's fee. */
export type AnySessionViewer = { userId: string | null; now: Temporal.Instant; feeBasisPoints: number }
export type SessionViewer = AnySessionViewer & { userId: string }

/** A person or a visitor as the viewer of sessions. */
export function sessionViewer<Id extends string | null>(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  userId: Id,
) {
  return { userId, now: now(), feeBasisPoints: config.money.feeBasisPoints }
}

type Row = {
  id: string
  title: string
  description: string
  time_zone: string
  starts_on: string
  start_time: string
  minutes: number
  rate_cents: number | null
  location: string | null
  capacity: number
  repeat_days: Weekday[]
  repeat_until: string | null
  skipped_days: string[]
  version: number
  owner_id: string
  username: string
  name: string
  picture_id: string | null
  college: string | null
  designation: string | null
  crns: string[]
  course_ids: number[]
  attendees: number
  enrolled: boolean
  invitation_id: string | null
  starts_at: Temporal.Instant
  ends_at: Temporal.Instant
}

/**
 * The sessions with these ids as the viewer sees them, in the order of the ids; unknown ids are left out. The
 * caller has checked access. Always two queries.
 */
export async function sessionCards(
  db: Database,
  viewer: AnySessionViewer,
  ids: readonly string[],
): Promise<Session[]> {
  if (ids.length === 0) return []
  const upcoming = await occurrenceCards(db, viewer, nextThree(ids, viewer.now))
  const bySession = Map.groupBy(upcoming, ({ sessionId }) => sessionId)
  const { rows } = await sql<Row>`
    select sessions.id, sessions.title, sessions.description, sessions.time_zone, starts_on::text, start_time, minutes,
      rate_cents, location, capacity, repeat_days, repeat_until::text, skipped_days::text[], version, owner_id,
      users.username, users.name, users.picture_id, users.college, users.designation,
      array(select crn || '-' || sections.title from session_sections join sections on sections.id = section_id
        where session_id = sessions.id order by crn, sections.id) as crns,
      array(select course_id from session_sections join sections on sections.id = section_id
        where session_id = sessions.id order by crn, sections.id) as course_ids,
      (select count(*) from enrolments where session_id = sessions.id) as attendees,
      exists (select from enrolments where session_id = sessions.id and person_id = ${viewer.userId}::uuid) as enrolled,
      (select id from invitations where session_id = sessions.id and person_id = ${viewer.userId}::uuid
        and state = 'sent') as invitation_id,
      shown.starts_at, shown.ends_at
    from unnest(${idArray(ids)}) with ordinality as wanted (id, place)
      join sessions on sessions.id = wanted.id
      join users on users.id = owner_id
      cross join lateral (
        select starts_at, ends_at from occurrences
          cross join lateral (select state = 'planned' and ends_at > ${viewer.now}::timestamptz as coming) is_it
        where session_id = sessions.id
        order by coming desc, case when coming then starts_at end, state = 'cancelled', starts_at desc
        limit 1
      ) shown
    order by place`.execute(db)
  return rows.map(row => card(row, viewer, bySession.get(row.id) ?? []))
}

/** The next occurrences of sessions, at most three of each. */
function nextThree(ids: readonly string[], now: Temporal.Instant): RawBuilder<{ id: string }> {
  return sql`select next.id from unnest(${idArray(ids)}) as wanted (id), lateral (
    select id from occurrences
    where session_id = wanted.id and state = 'planned' and ends_at > ${now}::timestamptz
    order by starts_at limit 3) next`
}

function card(row: Row, { userId, feeBasisPoints }: AnySessionViewer, upcoming: OccurrenceCard[]): Session {
  const visits = userId === null
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...hoursOf(isoTime(row.starts_at), isoTime(row.ends_at)),
    time_zone: row.time_zone,
    start_time: row.start_time,
    minutes: row.minutes,
    ...prices(row.rate_cents, row.minutes, feeBasisPoints),
    location: visits && row.location !== null ? '' : row.location,
    capacity: row.capacity,
    repeat: row.repeat_days.length > 0,
    repeat_days: row.repeat_days,
    repeat_until: row.repeat_until,
    starts_on: row.starts_on,
    skipped_days: row.skipped_days,
    crns: row.crns,
    course_ids: row.course_ids,
    attendees: visits ? null : row.attendees,
    admin_profile: {
      username: row.username,
      name: row.name,
      profile_image: pictureUrl(row.picture_id),
      college: row.college,
      designation: row.designation,
    },
    is_owner: row.owner_id === userId,
    enrolled: row.enrolled,
    invitation_id: row.invitation_id,
    upcoming: upcoming.map(({ occurrence }) => occurrence),
    version: row.version,
    refund_terms: refundTerms(refundPolicy, 'student', 'accepted'),
  }
}

/** The date and times that a card shows, from the instants of an occurrence. */
export function hoursOf(starts_at: string, ends_at: string) {
  return {
    event_date: starts_at.slice(0, 10),
    event_time: starts_at.slice(11, 19),
    end_time: ends_at.slice(11, 19),
    starts_at,
    ends_at,
  }
}

function prices(rateCents: number | null, minutes: number, feeBasisPoints: number) {
  if (rateCents === null) return { rate: null, price: null, fee: null, total: null }
  const { price, fee } = quote(rateCents, minutes, feeBasisPoints)
  return {
    rate: centsToDecimal(rateCents),
    price: centsToDecimal(price),
    fee: centsToDecimal(fee),
    total: centsToDecimal(price + fee),
  }
}
