import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import type { PageStart } from '#server/platform/http/paging.ts'
import { type Session, sessionLimits, sessionPageSize } from '#shared/api/sessions.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'
import { requireCourse } from '../courses/queries.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { type AnySessionViewer, sessionCards } from './session-cards.ts'

type Asked = { crn: string; text: string } | { courseId: number }

/**
 * Up to this many, the matches are collected and sorted; with more, walking along the times soon meets the
 * next ones.
 */
const few = 1000

/**
 * The upcoming sessions with a CRN, at any school and in any term, and with all words of a text in their
 * title or description, the last one perhaps unfinished; the next first. All of them if neither is given.
 */
export async function sessionsOfClass(
  db: Database,
  viewer: AnySessionViewer,
  asked: Asked,
  start: PageStart,
): Promise<{ sessions: Session[]; cursors: string[] }> {
  const now = viewer.now
  const begunSince = viewer.now.subtract({ minutes: sessionLimits.minutes.max })
  const found = await fewFound(db, viewer, asked)
  const { rows } = await sql<{ id: string; starts_at: Temporal.Instant }>`
    select sessions.id, next.starts_at
    from occurrences next join sessions on sessions.id = next.session_id join users on users.id = owner_id
    where next.state = 'planned' and next.starts_at > ${begunSince}::timestamptz and next.ends_at > ${now}::timestamptz
      and not exists (
        select from occurrences before where before.session_id = next.session_id and before.state = 'planned'
          and before.starts_at < next.starts_at and before.ends_at > ${now}::timestamptz)
      and sessions.deleted_at is null and ${personVisibleTo(viewer.userId)}
      ${found ? sql`and next.session_id = any (${found}::uuid[])` : condition(asked)}
      and ${afterTimeCursor(start.after, sql`(next.starts_at, next.session_id)`, 'asc')}
    order by next.starts_at, next.session_id
    limit ${sql.lit(sessionPageSize)} offset ${sql.lit(start.skip)}`.execute(db)
  return {
    sessions: await sessionCards(
      db,
      viewer,
      rows.map(({ id }) => id),
    ),
    cursors: rows.map(({ id, starts_at }) => timeCursor(starts_at, id)),
  }
}

/** The upcoming sessions for any class of a course, the next first; a 404 if there is no such course. */
export async function sessionsOfCourse(
  db: Database,
  viewer: AnySessionViewer,
  courseId: number,
  start: PageStart,
): Promise<{ sessions: Session[]; cursors: string[] }> {
  const found = await sessionsOfClass(db, viewer, { courseId }, start)
  if (found.sessions.length === 0) await requireCourse(db, courseId)
  return found
}

/**
 * The matching sessions that may still take place, if they are few; otherwise null. By itself, PostgreSQL
 * would walk along the times of all sessions to find a few of them, or none.
 */
async function fewFound(db: Database, { now }: AnySessionViewer, asked: Asked): Promise<string[] | null> {
  if ('crn' in asked && asked.crn === '' && asked.text === '') return null
  // Two days: one for the world's time zones, one for a session that continues into the next day.
  const since = now.subtract({ hours: 48 })
  const { rows } = await sql<{ id: string }>`
    select id from sessions
    where deleted_at is null and (repeat_days <> '{}' or starts_on >= (${since}::timestamptz at time zone 'UTC')::date)
      and (repeat_until is null or repeat_until >= (${since}::timestamptz at time zone 'UTC')::date) ${condition(asked)}
    limit ${sql.lit(few + 1)}`.execute(db)
  return rows.length > few ? null : rows.map(({ id }) => id)
}

/** The search as a condition on rows of `sessions`. */
function condition(asked: Asked): RawBuilder<unknown> {
  if ('courseId' in asked) return ofCourse(asked.courseId)
  const { crn, text } = asked
  return sql`${crn === '' ? sql`` : withCrn(crn)} ${text === '' ? sql`` : withWords(text)}`
}

function ofCourse(courseId: number): RawBuilder<unknown> {
  return sql`and sessions.id in (
    select session_id from session_sections join sections on sections.id = section_id where course_id = ${courseId})`
}

function withCrn(crn: string): RawBuilder<unknown> {
  return sql`and sessions.id in (
    select session_id from session_sections join sections on sections.id = section_id where crn = ${parseCrn(crn)})`
}

/**
 * Plain words contain neither quotes nor backslashes (plain_words, 0002), so quoting them is enough. A text
 * without words finds nothing.
 */
function withWords(text: string): RawBuilder<unknown> {
  return sql`and words @@ (
    select string_agg('''' || left(word, 60) || '''' || case when place = last and length(word) > 1 then ':*' else '' end, ' & ')
    from (
      select word, place, max(place) over () as last
      from string_to_table(plain_words(${text}), ' ') with ordinality as typed (word, place)
      where word <> '' and place <= 12
    ) typed)::tsquery`
}
