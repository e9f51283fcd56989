import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { courses, suggestAfter } from '#shared/api/courses.ts'
import { suggestCourses, suggestSchools, suggestSections } from './suggest.ts'

/** The catalogue: suggestions for the course, CRN and school fields. */
export function courseRoutes(implement: Implement, { db }: Deps): void {
  implement(courses.suggest, async ({ query }) => ({
    status: 'success',
    data: longEnough(query.text) ? await suggestCourses(db, query.text) : [],
  }))

  implement(courses.suggestSections, async ({ query }) => ({
    status: 'success',
    data: longEnough(query.text) ? await suggestSections(db, query.text, query.course_id ?? null) : [],
  }))

  implement(courses.suggestSchools, async ({ query }) => ({
    status: 'success',
    data: longEnough(query.text) ? await suggestSchools(db, query.text) : [],
  }))
}

function longEnough(text: string): boolean {
  return [...text].length > suggestAfter.formFields
}
