import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

/**
 * The section that a CRN (alone or as `crn-title`) names within a course, or null. Schools reuse CRNs in
 * later terms: the latest counts.
 */
export async function findSection(
  db: Database,
  { courseId, crn }: { courseId: number; crn: string },
): Promise<{ id: number; courseId: number } | null> {
  const number = parseCrn(crn)
  if (number === null) return null
  const section = await db
    .selectFrom('sections')
    .innerJoin('terms', 'terms.id', 'sections.term_id')
    .select(['sections.id', 'sections.course_id as courseId'])
    .where('course_id', '=', courseId)
    .where('crn', '=', number)
    .orderBy('starts_on', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return section ?? null
}
