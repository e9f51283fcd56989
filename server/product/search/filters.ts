import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { search } from '#shared/api/search.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'
import { storedName } from '../people/find-person.ts'

/** What a search is narrowed to; what is left out isn't. */
export type Filters = {
  crn?: string | undefined
  school?: string | undefined
  course?: number | undefined
  term?: string | undefined
  kind?: 'pdf' | 'image' | undefined
  author?: string | undefined
}

type Asked = Omit<z.output<typeof search.pages.query>, 'text'>

export function filtersOf({ crn, school, course_id, term, kind, author }: Asked): Filters {
  return {
    // One that can't be a CRN finds nothing.
    crn: crn === '' ? undefined : (parseCrn(crn) ?? 'none'),
    school,
    course: course_id,
    term,
    kind,
    author: author === undefined ? undefined : storedName(author),
  }
}

/** Whether there is a filter besides the CRN. */
export function hasMore({ crn: _, ...others }: Filters): boolean {
  return Object.values(others).some(value => value !== undefined)
}

/** The marks that fitting posts have in their words (0048), in PostgreSQL's text search syntax; null if all fit. */
export function marksOf(filters: Filters): RawBuilder<string> | null {
  const { crn, school, course, term, kind, author } = filters
  const marks = [
    crn !== undefined && marksOfRows('s', sql`sections where crn = ${crn}`),
    school !== undefined && marksOfRows('o', sql`schools where name = ${school}`),
    course !== undefined && sql`${`'~c${course}'`}::tsquery`,
    term !== undefined && marksOfRows('t', sql`terms where name = ${term}`),
    kind !== undefined && sql`${`'~${kind}'`}::tsquery`,
    author !== undefined && marksOfRows('a', sql`users where username = ${author}`),
  ].filter(mark => mark !== false)
  return marks.length > 0 ? sql`(${sql.join(marks, sql` && `)})` : null
}

/** No post has the mark "~". */
function marksOfRows(letter: string, rows: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(
    (select string_agg(format('''~%s%s''', ${sql.lit(letter)}::text, id), ' | ') from ${rows}), '''~''')::tsquery`
}

/** The condition on a row of `posts` under which it fits, hidden or not; null if all fit. */
export function fits(filters: Filters): RawBuilder<boolean> | null {
  const { crn, school, course, term, kind, author } = filters
  const conditions = [
    crn !== undefined && sql`posts.section_id in (select id from sections where sections.crn = ${crn})`,
    school !== undefined && sql`posts.course_id in (${coursesOfSchool(school)})`,
    course !== undefined && sql`posts.course_id = ${course}`,
    term !== undefined &&
      sql`(select term_id from sections where sections.id = posts.section_id) in (select id from terms where name = ${term})`,
    kind !== undefined &&
      sql`(select type = 'application/pdf' from files where files.id = posts.document_id) = ${kind === 'pdf'}`,
    author !== undefined && sql`posts.author_id = (${authorOf(author)})`,
  ].filter(condition => condition !== false)
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : null
}

/** The courses that fitting posts are in, by those filters that few courses fit; null if it may be any. */
export function coursesOf({ crn, school, course, author }: Filters): RawBuilder<unknown> | null {
  const sets = [
    crn !== undefined && sql`select sections.course_id from sections where sections.crn = ${crn}`,
    school !== undefined && coursesOfSchool(school),
    course !== undefined && sql`select ${course}::int`,
    author !== undefined && sql`select posts.course_id from posts where author_id = (${authorOf(author)})`,
  ].filter(set => set !== false)
  return sets.length > 0 ? sql`array(${sql.join(sets, sql` intersect `)})` : null
}

/** Those that have posts: a catalog has many without. */
function coursesOfSchool(school: string): RawBuilder<unknown> {
  return sql`
    select courses.id from courses
    where school_id = (select id from schools where name = ${school})
      and (select true from posts where posts.course_id = courses.id limit 1)`
}

function authorOf(author: string): RawBuilder<unknown> {
  return sql`select id from users where username = ${author}`
}
