import type { Course, Section } from '#shared/api/courses.ts'
import { postTexts } from '#shared/api/posts.ts'
import { formatCourse, formatCrn } from '#shared/domain/course-strings.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import type { Faults, useForm } from '#web/lib/use-form.ts'
import { topicFrom } from './file-names.ts'
import type { UploadRecord } from './upload-record.ts'

export type UploadValues = {
  /** The topic of a single file. */
  post_name: string
  /** The topic that its file's name suggested: another file may replace it. */
  suggested: string
  /** The topics of several files, by the id of their record. */
  topics: Record<string, string>
  course: Course | null
  section: Section | null
  details: string
}

export const emptyValues: UploadValues = {
  post_name: '',
  suggested: '',
  topics: {},
  course: null,
  section: null,
  details: '',
}

export type FieldName = keyof UploadValues | 'files' | `topics.${string}`

export type UploadForm = ReturnType<typeof useForm<UploadValues, FieldName>>

/** The form's faults: with one file its topic is the form's, with several each has its own. */
export function faultsOf(values: UploadValues, records: readonly UploadRecord[]): Faults<FieldName> {
  const several = records.length > 1
  const topics = Object.entries(several ? values.topics : {})
  return {
    files: records.length === 0 ? 'Choose a file.' : undefined,
    post_name: several ? undefined : faultOf(postTexts.post_name, values.post_name),
    course: values.course ? undefined : 'Choose a course.',
    section: values.section ? undefined : 'Choose a CRN.',
    details: faultOf(postTexts.details, values.details),
    ...Object.fromEntries(topics.map(([id, topic]) => [`topics.${id}`, faultOf(postTexts.post_name, topic)])),
  }
}

/** A CRN names a section of one course; with another course the server would refuse it. */
export function withCourse({ section }: UploadValues, course: Course | null): Partial<UploadValues> {
  const others = section !== null && course !== null && section.course_id !== course.id
  return others ? { course, section: null } : { course }
}

/** A section implies its course. */
export function withSection(section: Section | null): Partial<UploadValues> {
  if (!section) return { section }
  const { course_id: id, course_subject: subject, school } = section
  return { section, course: { id, subject, school } }
}

/** One file's topic is the form's; as soon as there are several, each has its own. Their names suggest them. */
export function withTopics(
  { post_name, suggested, topics }: UploadValues,
  records: readonly UploadRecord[],
): Partial<UploadValues> {
  const ids = records.map(({ id }) => id)
  const kept = Object.fromEntries(Object.entries(topics).filter(([id]) => ids.includes(id)))
  const [first] = records
  if (records.length > 1) {
    for (const { id, defaultName } of records) {
      kept[id] ??= (id === first?.id && post_name.trim()) || topicFrom(defaultName)
    }
    return { topics: kept }
  }
  const left = first && kept[first.id]
  if (left !== undefined) return { post_name: left, topics: {} }
  if (post_name.trim() !== '' && post_name !== suggested) return { topics: kept }
  const topic = first ? topicFrom(first.defaultName) : ''
  return { post_name: topic, suggested: topic, topics: kept }
}

/** The body of the call for a valid form and one of its files. */
export function postOf(
  { topics, post_name, course, section, details }: UploadValues,
  id: string,
  several: boolean,
) {
  return {
    post_name: several ? topics[id]! : post_name,
    course: formatCourse(course!),
    crn: formatCrn(section!),
    section_id: section!.id,
    details,
  }
}

/** The form field that a fault of the call belongs to; null if it belongs to the file. */
export function fieldOf(path: string, recordId: string, several: boolean): FieldName | null {
  switch (path) {
    case 'body.post_name':
      return several ? `topics.${recordId}` : 'post_name'
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
  const { post_name, suggested, details, course, section } = values
  return [post_name !== suggested && post_name, details, course, section].some(value =>
    typeof value === 'string' ? value.trim() : value,
  )
}
