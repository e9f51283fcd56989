import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { search } from '#shared/api/search.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'
import { idOfName } from '../people/find-person.ts'

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

/**
 * The filters of a call. A CRN or username that can't exist stays a filter, so it finds nothing instead of
 * everything.
 */
export function filtersOf({ crn, school, course_id, term, kind, author }: Asked): Filters {
  return {
    // One that can't be a CRN finds nothing.
    crn: crn === '' ? undefined : (parseCrn(crn) ?? 'none'),
    school,
    course: course_id,
    term,
    kind,
    author,
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
    author !== undefined && marksOfRows('a', sql`users where id = ${idOfName(author)}`),
  ].filter(mark => mark !== false)
  return marks.length > 0 ? sql`(${sql.join(marks, sql` && `)})` : null
}

/** No post has the mark "~". */
function marksOfRows(letter: string, rows: RawBuilder<unknown>): RawBuilder<string> {
  return sql`coalesce(
    (select string_agg(format('''~%s%s''', ${sql.lit(letter)}::text, id), ' | ') from ${rows}), '''~''')::tsquery`
}

/** The condition on a row of `posts` under which it fits, hidden or not; null if all fit. */
function fits(filters: Filters): RawBuilder<boolean> | null {
  const { crn, school, course, term, kind, author } = filters
  const conditions = [
    crn !== undefined && sql`posts.section_id in (select id from sections where sections.crn = ${crn})`,
    school !== undefined &&
      sql`(select school_id from courses where courses.id = posts.course_id) = (select id from schools where name = ${school})`,
    course !== undefined && sql`posts.course_id = ${course}`,
    term !== undefined &&
      sql`(select term_id from sections where sections.id = posts.section_id) in (select id from terms where name = ${term})`,
    kind !== undefined &&
      sql`(select type = 'application/pdf' from files where files.id = posts.document_id) = ${kind === 'pdf'}`,
    author !== undefined && sql`posts.author_id = ${idOfName(author)}`,
  ].filter(condition => condition !== false)
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : null
}

/** How a search inside documents is narrowed. */
export type Narrowing =
  | {
      by: 'index'
      /** A condition on passages that the index answers. */
      passages: RawBuilder<boolean>
      /** What else the passage's post has to fulfill; null if nothing. */
      posts: RawBuilder<boolean> | null
    }
  | {
      by: 'documents'
      /** The query for the `document_id`s to look through, the newest first. */
      documents: RawBuilder<unknown>
    }

/** A search within an author or a section looks at this many of their newest documents. */
const mostDocuments = 300

/**
 * How to search inside documents: by looking through those of an author or a section, or else by the index,
 * which knows the course and school of each passage.
 */
export function narrow(filters: Filters): Narrowing {
  const { crn, school, course, author, ...others } = filters
  if (crn !== undefined || author !== undefined) {
    // With offset, all of them are found before they are sorted: the planner would look through all posts, the newest first.
    const documents = sql`
      select document_id from (select document_id, id from posts where ${fits(filters)} offset 0) fitting
      order by id desc limit ${sql.lit(mostDocuments)}`
    return { by: 'documents', documents }
  }
  const conditions = [
    course !== undefined && sql`course_id = ${course}`,
    school !== undefined && sql`school_id = (select id from schools where name = ${school})`,
  ].filter(condition => condition !== false)
  const passages =
    conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`
  return { by: 'index', passages, posts: fits(others) }
}
