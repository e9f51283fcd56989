import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Course } from '#shared/api/courses.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

/**
 * The section that a CRN (alone or as `crn-title`) names within a course, or null. Schools reuse CRNs in
 * later terms: without the section's id, the latest counts.
 */
export async function findSection(
  db: Database,
  { courseId, crn, id }: { courseId: number; crn: string; id?: number | undefined },
): Promise<{ id: number; courseId: number } | null> {
  const number = parseCrn(crn)
  if (number === null) return null
  const section = await db
    .selectFrom('sections')
    .innerJoin('terms', 'terms.id', 'sections.term_id')
    .select(['sections.id', 'sections.course_id as courseId'])
    .where('course_id', '=', courseId)
    .where('crn', '=', number)
    .$if(id !== undefined, query => query.where('sections.id', '=', id!))
    .orderBy('starts_on', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return section ?? null
}

/** A course, with the CRNs under which a person (null for a visitor) lists it; a 404 if there is no such course. */
export async function findCourse(
  db: Database,
  viewerId: string | null,
  id: number,
): Promise<Course & { crns: string[] }> {
  const { rows } = await sql<Course & { crns: string[] }>`
    select courses.id, courses.code || ' ' || courses.title as subject, schools.name as school,
      array(select crn from classes join sections on sections.id = classes.section_id
        where classes.user_id = ${viewerId}::uuid and course_id = courses.id order by crn) as crns
    from courses join schools on schools.id = courses.school_id
    where courses.id = ${id}`.execute(db)
  const [course] = rows
  if (!course) throw unknownCourse()
  return course
}

/** For a list of a course with nothing in it: a 404 if that is because there is no such course. */
export async function requireCourse(db: Database, id: number): Promise<void> {
  const course = await db.selectFrom('courses').select('id').where('id', '=', id).executeTakeFirst()
  if (!course) throw unknownCourse()
}

function unknownCourse() {
  return problem('not_found', 'We couldn’t find that course.')
}
