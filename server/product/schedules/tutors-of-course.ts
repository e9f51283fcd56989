import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { courseTutorLimit } from '#shared/api/courses.ts'
import { type Interval, instantsOf } from '#shared/domain/intervals.ts'
import { requireCourse } from '../courses/queries.ts'
import { personCardsInOrder } from '../people/person-cards.ts'
import { visibleTo } from '../posts/visible.ts'
import { nextFreeSlots } from './offered-slots.ts'

/** Only the authors of a course's newest posts, this many, are looked at. */
const newest = 1000

const slotsShown = 3

/** The newest posts in a course that a person (null for a visitor) sees, by their authors. */
export function authorsIn(courseId: number, viewerId: string | null): RawBuilder<unknown> {
  return sql`select author_id, id from posts where course_id = ${courseId} and ${visibleTo(viewerId)}
    order by id desc limit ${sql.lit(newest)}`
}

/**
 * People who posted in a course and can be booked by the viewer (null for a visitor), with their newest post in it,
 * the latest first, and their next free slots; a 404 if there is no such course.
 */
export async function tutorsOfCourse(
  db: Database,
  viewerId: string | null,
  courseId: number,
  window: Interval,
) {
  const { start: now } = instantsOf(window)
  const { rows } = await sql<{ id: string; post_id: string }>`
    select users.id, shared.id as post_id
    from (
      select distinct on (author_id) author_id, id
      from (${authorsIn(courseId, viewerId)}) newest
      order by author_id, id desc
    ) shared join users on users.id = shared.author_id
    where users.id is distinct from ${viewerId}::uuid and hourly_rate_cents is not null
      and exists (select from offered_slots where tutor_id = users.id and starts_at >= ${now}::timestamptz)
    order by shared.id desc limit ${sql.lit(courseTutorLimit)}`.execute(db)
  if (rows.length === 0) await requireCourse(db, courseId)
  const postOf = new Map(rows.map(({ id, post_id }) => [id, post_id]))
  const ids = [...postOf.keys()]
  const people = await personCardsInOrder(db, viewerId, ids)
  const slots = await nextFreeSlots(db, viewerId, ids, { window, count: slotsShown })
  return people.map(person => ({
    ...person,
    post_id: postOf.get(person.id)!,
    slots: slots.get(person.id) ?? [],
  }))
}
