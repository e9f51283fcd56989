import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { type CourseTutor, courseTutorLimit } from '#shared/api/courses.ts'
import { requireCourse } from '../courses/queries.ts'
import { personCards } from '../people/person-cards.ts'
import { visibleTo } from '../posts/visible.ts'

/** Whoever shared something for a course before that many others did isn't looked for. */
const newest = 1000

/**
 * People who posted in a course and can be booked by the viewer (null for a visitor), with their newest post in it,
 * the latest first; a 404 if there is no such course.
 */
export async function tutorsOfCourse(
  db: Database,
  viewerId: string | null,
  courseId: number,
): Promise<CourseTutor[]> {
  const { rows } = await sql<{ id: string; post_id: string }>`
    select users.id, shared.id as post_id
    from (
      select distinct on (author_id) author_id, id
      from (
        select author_id, id from posts where course_id = ${courseId} and ${visibleTo(viewerId)}
        order by id desc limit ${sql.lit(newest)}
      ) newest
      order by author_id, id desc
    ) shared join users on users.id = shared.author_id
    where users.id is distinct from ${viewerId}::uuid and hourly_rate_cents is not null and (
      exists (select from schedule_ranges where user_id = users.id)
      or exists (select from day_exceptions where user_id = users.id and ranges <> '{}'))
    order by shared.id desc limit ${sql.lit(courseTutorLimit)}`.execute(db)
  if (rows.length === 0) await requireCourse(db, courseId)
  const postOf = new Map(rows.map(({ id, post_id }) => [id, post_id]))
  const people = await personCards(
    db,
    viewerId,
    sql`select id, place from unnest(${[...postOf.keys()]}::uuid[]) with ordinality as listed (id, place)`,
  )
  return people.map(person => ({ ...person, post_id: postOf.get(person.id)! }))
}
