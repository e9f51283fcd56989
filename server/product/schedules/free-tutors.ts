import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { afterTimeCursor, timeCursor } from '#server/platform/http/cursor.ts'
import { tutorPageSize } from '#shared/api/schedules.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { requireCourse } from '../courses/queries.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { visibleTo } from '../posts/visible.ts'
import { freeSlots, nextFreeSlots } from './offered-slots.ts'
import { authorsIn } from './tutors-of-course.ts'

/** How many of a tutor's next free slots a list shows. */
const slotsShown = 6

const coursesShown = 3

/** How far one can page: nobody reads further, and anyone who does is harvesting. */
const depth = 500

/** So many people are looked at one by one; among more, the slots are walked through by time. */
const few = 500

/** In cents; the database refuses a higher one. */
const highestRate = 100_000

type Wanted = {
  courseId?: number | undefined
  maxRateCents?: number | undefined
  /** What the viewer can book now: no slot begins outside. */
  window: Interval
  cursor?: string | undefined
}

type Found = { id: string; starts_at: Temporal.Instant }

/** A query of the start of somebody's first free slot. */
type FirstOf = (tutorId: RawBuilder<string>) => RawBuilder<unknown>

/** A page of the tutors whom the viewer can book within a window, the next free one first. */
export async function freeTutors(db: Database, viewerId: string, wanted: Wanted) {
  const found = await nextFreeTutors(db, viewerId, wanted)
  if (found.length === 0) return { tutors: [], cursor: null }
  const ids = found.map(({ id }) => id)
  const people = await personCardsInOrder(db, viewerId, ids)
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
  const firstOf = (tutorId: RawBuilder<string>) =>
    sql`(${freeSlots(tutorId, viewerId, wanted.window)} limit 1)`
  const all = among ? oneByOne(among, bookable, firstOf) : byTime(wanted.window, bookable, firstOf)
  const { rows } = await sql<Found>`
    select id, starts_at from (${all}) found
      where ${afterTimeCursor(wanted.cursor, sql`(starts_at, id)`, 'asc')} limit ${sql.lit(tutorPageSize)}`.execute(
    db,
  )
  return rows
}

function oneByOne(
  people: readonly string[],
  bookable: RawBuilder<unknown>,
  firstOf: FirstOf,
): RawBuilder<Found> {
  return sql`
    select users.id, next.starts_at from users cross join lateral ${firstOf(sql`users.id`)} next
    where users.id = any (${people}::uuid[]) and ${bookable}
    order by next.starts_at, users.id limit ${sql.lit(depth)}`
}

/**
 * Walks through the slots by time, from one tutor's first free one to the next tutor's, and no further than the page
 * needs. For all steps at once, or sorted again, the first free slots of everyone would be looked up; `offset 0` keeps
 * the planner from looking them up before it has found who comes next.
 */
function byTime(window: Interval, bookable: RawBuilder<unknown>, firstOf: FirstOf): RawBuilder<Found> {
  const { start, end } = instantsOf(window)
  return sql`
    with recursive walk (id, starts_at, place) as (
      select '00000000-0000-0000-0000-000000000000'::uuid, ${start}::timestamptz, 0
      union all
      select next.id, next.starts_at, place + 1 from walk cross join lateral (
        select tutor.id, offered.starts_at
        from offered_slots offered
          cross join lateral (select id from users where id = tutor_id and ${bookable} offset 0) tutor
          cross join lateral (
            select from ${firstOf(sql`tutor.id`)} first where first.starts_at = offered.starts_at offset 0
          ) first
        where (offered.starts_at, tutor_id) > (walk.starts_at, walk.id) and offered.starts_at < ${end}::timestamptz
        order by offered.starts_at, tutor_id limit 1
      ) next where place < ${sql.lit(depth)}
    )
    select id, starts_at from walk where place > 0`
}

/**
 * The people among whom to look if a course or the rate leaves only few, otherwise null: few are looked at one
 * by one, and among many the next free ones come soon. A 404 if there is no such course.
 */
async function fewPeople(db: Database, viewerId: string, wanted: Wanted): Promise<string[] | null> {
  const { courseId, maxRateCents } = wanted
  if (courseId !== undefined) {
    const { rows } = await sql<{ id: string }>`
      select author_id as id
      from (
        select author_id, row_number() over (order by newest.id desc) as place
        from (${authorsIn(courseId, viewerId)}) newest join users on users.id = author_id
        where hourly_rate_cents is not null
      ) shared
      group by author_id order by min(place) limit ${sql.lit(few)}`.execute(db)
    if (rows.length === 0) await requireCourse(db, courseId)
    return rows.map(({ id }) => id)
  }
  const { rows } = await sql<{ id: string }>`
    select id from users where hourly_rate_cents <= ${maxRateCents ?? highestRate} limit ${sql.lit(few + 1)}`.execute(
    db,
  )
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
