import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { courses, suggestAfter } from '#shared/api/courses.ts'
import { findCourse } from './queries.ts'
import { latestTerms, sectionsOfCourse, suggestCourses, suggestSchools, suggestSections } from './suggest.ts'

/** The catalog: its courses, and suggestions for the course, CRN and school fields. */
export function courseRoutes(implement: Implement, { db, now }: Deps): void {
  implement(courses.get, async ({ params, login }) => ({
    status: 'success',
    course: await findCourse(db, login?.userId ?? null, params.id),
  }))

  implement(courses.suggest, async ({ query, login }) => ({
    status: 'success',
    data: longEnough(query.text) ? await suggestCourses(db, login.userId, query.text) : [],
  }))

  implement(courses.suggestSections, async ({ query: { text, course_id }, login }) => {
    const asker = { id: login.userId, today: now().toZonedDateTimeISO('UTC').toPlainDate() }
    if (course_id) return { status: 'success', data: await sectionsOfCourse(db, asker, text, course_id) }
    return { status: 'success', data: longEnough(text) ? await suggestSections(db, asker, text) : [] }
  })

  implement(courses.suggestSchools, async ({ query }) => ({
    status: 'success',
    data: longEnough(query.text) ? await suggestSchools(db, query.text) : [],
  }))

  implement(courses.terms, async ({ query }) => ({
    status: 'success',
    terms: await latestTerms(db, query.school ?? null),
  }))
}

function longEnough(text: string): boolean {
  return [...text].length > suggestAfter.formFields
}
