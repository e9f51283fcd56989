import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { parseTimeCursor, timeCursor } from '#server/platform/http/time-cursor.ts'
import { tutorPageSize } from '#shared/api/schedules.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { requireCourse } from '../courses/queries.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCards } from '../people/person-cards.ts'
import { visibleTo } from '../posts/visible.ts'
import { freeSlots, nextFreeSlots } from './offered-slots.ts'
import { authorsIn } from './tutors-of-course.ts'

/** How many of a tutor's next free slots a list shows. */
const slotsShown = 6

const coursesShown = 3

/** How far one can page: nobody reads further, and anyone who does is harvesting. */
const depth = 500

/** So many people are looked at one by one; among more, the slots are walked through by time. */
const few = 1000

type Wanted = {
  courseId?: number | undefined
  maxRateCents?: number | undefined
  /** What the viewer can book now: no slot begins outside. */
  window: Interval
  cursor?: string | undefined
}

type Found = { id: string; starts_at: Temporal.Instant }

/** A page of the tutors whom the viewer can book within a window, the next free one first. */
export async function freeTutors(db: Database, viewerId: string, wanted: Wanted) {
  const found = await nextFreeTutors(db, viewerId, wanted)
  const ids = found.map(({ id }) => id)
  const people = await personCards(
    db,
    viewerId,
    sql`select id, place from unnest(${ids}::uuid[]) with ordinality as listed (id, place)`,
  )
  const slots = await nextFreeSlots(db, viewerId, ids, { window: wanted.window, count: slotsShown })
  const courses = await latestCourses(db, viewerId, ids)
  const last = found.at(-1)
  return {
    tutors: people.map(person => ({
      ...person,
      courses: courses.get(person.id) ?? [],
      slots: slots.get(person.id) ?? [],
    })),
    cursor: last && found.length === tutorPageSize ? timeCursor(last.starts_at, last.id) : null,
  }
}

/** The tutors of a page, each with the start of their first free slot. */
async function nextFreeTutors(db: Database, viewerId: string, wanted: Wanted): Promise<Found[]> {
  const among = await fewPeople(db, viewerId, wanted)
  const bookable = sql`(hourly_rate_cents <= ${wanted.maxRateCents ?? null}::int) is not false
    and hourly_rate_cents is not null and users.id <> ${viewerId} and ${personVisibleTo(viewerId)}`
  const first = sql`(${freeSlots(sql`users.id`, viewerId, wanted.window)} limit 1)`
  const { start, end } = instantsOf(wanted.window)
  const all = among
    ? sql`select users.id, next.starts_at from users cross join lateral ${first} next
        where users.id = any (${among}::uuid[]) and ${bookable}`
    : sql`select users.id, offered.starts_at from offered_slots offered join users on users.id = tutor_id
        where offered.starts_at >= ${start}::timestamptz and offered.starts_at < ${end}::timestamptz
          and ${bookable} and offered.starts_at = ${first}`
  const { rows } = await sql<Found>`
    select id, starts_at from (${all} order by starts_at, id limit ${sql.lit(depth)}) found
    ${after(wanted.cursor)} order by starts_at, id limit ${sql.lit(tutorPageSize)}`.execute(db)
  return rows
}

function after(cursor: string | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql``
  const { at, id } = parseTimeCursor(cursor)
  return sql`where (starts_at, id) > (${at}::timestamptz, ${id}::uuid)`
}

/**
 * The people among whom to look if a course or a low rate leaves only few of them, otherwise null: few can be
 * looked at one by one, and among many the next free ones come soon. A 404 if there is no such course.
 */
async function fewPeople(db: Database, viewerId: string, wanted: Wanted): Promise<string[] | null> {
  const { courseId, maxRateCents } = wanted
  if (courseId !== undefined) {
    const { rows } = await sql<{ id: string }>`
      select distinct author_id as id from (${authorsIn(courseId, viewerId)}) newest`.execute(db)
    if (rows.length === 0) await requireCourse(db, courseId)
    return rows.map(({ id }) => id)
  }
  if (maxRateCents === undefined) return null
  const { rows } = await sql<{ id: string }>`
    select id from users where hourly_rate_cents <= ${maxRateCents} limit ${sql.lit(few + 1)}`.execute(db)
  return rows.length > few ? null : rows.map(({ id }) => id)
}

type TaughtCourse = { id: number; subject: string }

/** The courses of each person's latest posts that the viewer sees. */
async function latestCourses(
  db: Database,
  viewerId: string,
  ids: readonly string[],
): Promise<Map<string, TaughtCourse[]>> {
  const { rows } = await sql<{ person_id: string; courses: TaughtCourse[] }>`
    select people.id as person_id,
      json_agg(json_build_object('id', courses.id, 'subject', courses.code || ' ' || courses.title) order by place) as courses
    from unnest(${ids}::uuid[]) people (id)
      cross join lateral (
        select course_id, min(place) as place
        from (
          select course_id, row_number() over (order by id desc) as place
          from posts where author_id = people.id and ${visibleTo(viewerId)}
          order by id desc limit 30
        ) newest
        group by course_id order by place limit ${sql.lit(coursesShown)}
      ) latest
      join courses on courses.id = latest.course_id
    group by people.id`.execute(db)
  return new Map(rows.map(({ person_id, courses }) => [person_id, courses]))
}
