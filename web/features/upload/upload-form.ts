import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Control, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Course, course, type Section, section } from '#shared/api/courses.ts'
import { postTexts } from '#shared/api/posts.ts'

export type UploadValues = {
  /** The topic of a single file. */
  post_name: string
  /** The topics of several files, by the id of their record. */
  topics: Record<string, string>
  course: Course | null
  section: Section | null
  details: string
}

export const emptyValues: UploadValues = {
  post_name: '',
  topics: {},
  course: null,
  section: null,
  details: '',
}

export type CheckedValues = z.output<ReturnType<typeof schemaFor>>

export type UploadControl = Control<UploadValues, unknown, CheckedValues>

const picked = {
  course: z.pipe(z.nullable(course).check(z.refine(value => value !== null, 'Course is required.')), course),
  section: z.pipe(z.nullable(section).check(z.refine(value => value !== null, 'CRN is required.')), section),
}

function schemaFor(several: boolean) {
  return z.object({
    ...picked,
    details: postTexts.details,
    post_name: several ? z.string() : postTexts.post_name,
    topics: z.record(z.string(), several ? postTexts.post_name : z.string()),
  })
}

const forOne = standardSchemaResolver(schemaFor(false))
const forSeveral = standardSchemaResolver(schemaFor(true))

/** Checks the form as the server will: with one file its topic is the form's, with several each has its own. */
export function uploadResolver(isSeveral: () => boolean): Resolver<UploadValues, unknown, CheckedValues> {
  return (values, context, options) => (isSeveral() ? forSeveral : forOne)(values, context, options)
}

/** The field of the form that a fault of the call belongs to; null where it belongs to the file. */
export function fieldOf(path: string, recordId: string, several: boolean) {
  switch (path) {
    case 'body.post_name':
      return several ? (`topics.${recordId}` as const) : 'post_name'
    case 'body.details':
      return 'details'
    case 'body.course_id':
      return 'course'
    case 'body.crn':
      return 'section'
    default:
      return null
  }
}

/** Whether there is anything a person would miss. */
export function hasText(values: Partial<Record<keyof UploadValues, unknown>>): boolean {
  const { post_name, details, course, section } = values
  return [post_name, details, course, section].some(value =>
    typeof value === 'string' ? value.trim() : value,
  )
}
