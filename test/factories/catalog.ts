import type { Database } from '#server/platform/db/database.ts'

export type Section = { courseId: number; crn: string; sectionId: number }

type Named = {
  school?: string
  term?: string
  startsOn?: string
  course?: string
  courseTitle?: string
  crn?: string
  title?: string
}

/** A section with its course, term and school, which are shared by all sections with the same names. */
export async function addSection(db: Database, named: Named = {}): Promise<Section> {
  const {
    school = 'Riverbend State University',
    term = 'Fall 2026',
    startsOn = '2026-08-24',
    course = 'CS 201',
    courseTitle = 'Data Structures',
    crn = '10432',
    title = 'Data Structures I',
  } = named
  const { id: schoolId } = await db
    .insertInto('schools')
    .values({ name: school })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ name: school }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: termId } = await db
    .insertInto('terms')
    .values({ school_id: schoolId, name: term, starts_on: startsOn })
    .onConflict(conflict => conflict.columns(['school_id', 'name']).doUpdateSet({ name: term }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: courseId } = await db
    .insertInto('courses')
    .values({ school_id: schoolId, code: course, title: courseTitle })
    .onConflict(conflict => conflict.columns(['school_id', 'code']).doUpdateSet({ title: courseTitle }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: sectionId } = await db
    .insertInto('sections')
    .values({ term_id: termId, course_id: courseId, crn, title })
    .onConflict(conflict => conflict.columns(['term_id', 'crn']).doUpdateSet({ title }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { courseId, crn, sectionId }
}
