import * as z from 'zod/mini'
import { parseCourseId } from '../domain/course-strings.ts'
import { defineCall } from './contract.ts'
import { searchText, success } from './fields.ts'

/** Suggestions start when the text is longer than this; a shorter text gets none. */
export const suggestAfter = { formFields: 2, otherPickers: 3 } as const

/** A course's id, alone or as `17-CS 201 Data Structures`: the server reads only the id. */
export const courseId = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, context) => {
    const id = parseCourseId(String(value))
    if (id !== null) return id
    context.issues.push({ code: 'custom', input: value, message: 'Choose a course from the list.' })
    return z.NEVER
  }),
)

export const course = z.object({
  id: z.number(),
  /** As in "CS 201 Data Structures". */
  subject: z.string(),
  school: z.string(),
})
export type Course = z.output<typeof course>

export const section = z.object({
  id: z.number(),
  crn: z.string(),
  title: z.string(),
  school: z.string(),
  term: z.string(),
  course_id: z.number(),
  /** The section's course, in the form of `course`: picking a section also fills in the course. */
  course_subject: z.string(),
})
export type Section = z.output<typeof section>

export const courses = {
  suggest: defineCall({
    method: 'GET',
    path: '/api/search/course/contains',
    summary: 'Courses whose code begins with a text or whose name contains its words; at most 20.',
    access: 'login',
    query: z.object({ text: searchText }),
    output: z.object({ status: success, data: z.array(course) }),
    errors: ['invalid'],
    perMinute: 300,
  }),
  suggestSections: defineCall({
    method: 'GET',
    path: '/api/search/crn/contains',
    summary:
      'Sections whose CRN or course code begins with a text, or whose title contains it; at most 20. Those of your ' +
      'college come first, then those of the present term. With `course_id`, only that course’s, and all without a text.',
    access: 'login',
    query: z.object({ text: searchText, course_id: z.optional(courseId) }),
    output: z.object({ status: success, data: z.array(section) }),
    errors: ['invalid'],
    perMinute: 300,
  }),
  suggestSchools: defineCall({
    method: 'GET',
    path: '/api/search/school/contains',
    summary: 'Schools of the catalog whose name contains a text; at most 20.',
    access: 'login',
    query: z.object({ text: searchText }),
    output: z.object({ status: success, data: z.array(z.object({ id: z.number(), name: z.string() })) }),
    errors: ['invalid'],
    perMinute: 300,
  }),
}
