import * as z from 'zod/mini'
import { parseCourseId } from '../domain/course-strings.ts'
import { defineCall } from './contract.ts'
import { interval, line, searchText, success, uuid } from './fields.ts'
import { personCard } from './people.ts'

/** Suggestions start when the text is longer than this; a shorter text gets none. */
export const suggestAfter = { formFields: 2, otherPickers: 3 } as const

/** So many courses or sections are suggested: as many as a list under a field can show. */
export const suggestionLimit = 20

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

/** A section's id; an `int` of PostgreSQL. */
export const sectionId = z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))

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

/** So many tutors are on a course's page. */
export const courseTutorLimit = 6

/** Somebody who can be booked, with their newest post in the course and their next free half hours. */
const tutor = z.extend(personCard, { post_id: uuid, slots: z.array(interval) })
export type CourseTutor = z.output<typeof tutor>

export const courses = {
  get: defineCall({
    method: 'GET',
    path: '/api/courses/{id}',
    summary: 'A course, with the CRNs under which you list it among your classes.',
    access: 'visitor',
    params: z.object({ id: courseId }),
    output: z.object({ status: success, course: z.extend(course, { crns: z.array(z.string()) }) }),
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
  tutors: defineCall({
    method: 'GET',
    path: '/api/courses/{id}/tutors',
    summary:
      'People who shared notes for a course and can be booked, since they have a rate and hours: the latest six, ' +
      'without yourself, each with the next three free half hours that you can book.',
    access: 'visitor',
    params: z.object({ id: courseId }),
    output: z.object({ status: success, tutors: z.array(tutor) }),
    errors: ['not_found', 'invalid'],
    perMinute: 300,
  }),
  suggest: defineCall({
    method: 'GET',
    path: '/api/search/course/contains',
    summary:
      'Courses whose code begins with a text or whose name contains its words; at most 20. Those of your college ' +
      'come first. A word may also be of another school’s name.',
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
  terms: defineCall({
    method: 'GET',
    path: '/api/search/terms',
    summary:
      'Names of terms, the latest first; at most 20. With a `school`, by its name, only that school’s.',
    access: 'login',
    query: z.object({ school: z.optional(line(200, 'School')) }),
    output: z.object({ status: success, terms: z.array(z.string()) }),
    errors: ['invalid'],
    perMinute: 300,
  }),
}
