import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { type Course, type Section, suggestionLimit } from '#shared/api/courses.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

// Beyond that the person types more letters.
const most = sql.lit(suggestionLimit)
// For text that is neither in the first names nor rare, a few matches are as good as all.
const considered = 500
// Few schools have more courses.
const ofSchool = 5000

/**
 * Courses whose code begins with the text ("cs201" and "CS 201" alike), then those whose name contains all
 * its words, ordered by code. Those of the asker's school come first. Checks the first courses for a common
 * word, and searches the index only for a rarer one.
 */
export async function suggestCourses(db: Database, askerId: string, text: string): Promise<Course[]> {
  const words = text.split(/\s+/).toSorted((a, b) => b.length - a.length)
  // If no word is long enough for the index, uses the text as a whole.
  const parts = words[0]!.length > 2 ? words : [text]
  const begun = codeBegins(text)
  const { rows } = await sql<Course>`
    with
      own as materialized (${schoolOf(askerId)}),
      parts as (select array(select ${plain(sql`word`)} from unnest(${parts}::text[]) word) as parts),
      patterns as materialized (
        select array(select '%' || part || '%' from parts, unnest(parts) part) as patterns),
      begun as (
        select id from courses where ${begun} and ${longEnough(text)} order by search limit ${most}),
      early as materialized (
        select id from (select id, search from courses order by search limit 2000) course
        where search like all((select patterns from patterns)::text[])
        order by search limit ${most}),
      others as (
        select courses_like.id from parts, courses_like(parts, ${sql.lit(considered)})
        where ${longEnough(parts[0]!)} and (select count(*) from early) < ${most}
          -- The index looks for the first four.
          and search like all((select patterns from patterns)::text[])),
      -- More schools than a list has room for may teach a "MATH 101 Calculus I": those of the asker's school, and of the
      -- schools that most of the text names.
      asked as (
        select id, patterns from own, patterns
        union all
        (select id, array(select pattern from unnest(patterns) pattern where search not like pattern)
          from schools, patterns
          where ${words.length > 1} and search like any(patterns) and not search like all(patterns)
          order by (select sum(length(pattern)) from unnest(patterns) pattern where search like pattern) desc, id
          limit 2)),
      of_school as (
        select course.id
        from asked cross join lateral (
          (select id, search from courses where school_id = asked.id and ${begun} order by search limit ${most})
          union all
          (select id, search
            from (select id, search from courses where school_id = asked.id order by search limit ${sql.lit(ofSchool)}) course
            where ${longEnough(parts[0]!)} and search like all(asked.patterns)
            order by search limit ${most})) course)
    select courses.id, code || ' ' || title as subject, schools.name as school
    from (
        select * from begun union select * from early union select * from others union select * from of_school
      ) found
      join courses using (id) join schools on schools.id = school_id
    where ${longEnough(parts[0]!)}
    order by school_id = (select id from own) desc nulls last, ${begun} desc, courses.search, school
    limit ${most}`.execute(db)
  return rows
}

/** The person who types, and today's date: their own school and the current term come first. */
export type Asker = { id: string; today: Temporal.PlainDate }

/**
 * Sections whose CRN or course's code begins with the text, or whose title contains it. Those of the asker's
 * school come first, then by term: the present one, coming ones, and earlier ones.
 */
export async function suggestSections(db: Database, asker: Asker, text: string): Promise<Section[]> {
  const crn = parseCrn(text)
  const matches = sectionMatches(text)
  const begun = codeBegins(text)
  const ofOwnSchool = sql`
    select section.*
    from (
        select id from terms where school_id = (select id from own)
        order by ${termRank(asker.today)}, starts_on desc limit 6
      ) term
      cross join lateral (
        (select * from sections where term_id = term.id and ${matches} order by crn limit ${most})
        union
        (select sections.* from courses join sections on course_id = courses.id and term_id = term.id
          where school_id = (select id from own) and ${begun} order by crn limit ${most})
      ) section`
  const ofCode = sql`
    select section.*
    from (select id from courses where ${begun} order by search limit ${most}) course
      cross join lateral (select * from sections where course_id = course.id order by id desc limit ${most}) section`
  const found = await named(
    db,
    asker,
    text,
    sql`
      with recent as materialized (${termByTerm(asker, sql`limit 6`, matches)})
      select * from recent
      union
      select sections_like.* from sections_like(${plain(text)}, ${crn}::text, ${sql.lit(considered)})
      where (select count(*) from recent) < ${most}
      union (${ofOwnSchool}) union (${ofCode})`,
  )
  if ((found[0]?.matches ?? 0) < considered) return found
  return named(
    db,
    asker,
    text,
    sql`(${termByTerm(asker, sql``, matches)}) union (${ofOwnSchool}) union (${ofCode})`,
  )
}

/** The sections of a course, the present term's first: those that match the text, or all. */
export function sectionsOfCourse(
  db: Database,
  asker: Asker,
  text: string,
  courseId: number,
): Promise<Section[]> {
  return named(
    db,
    asker,
    null,
    sql`select * from sections where course_id = ${courseId}
      and (${sectionMatches(text)} or starts_with(crn, ${text.toUpperCase()}))`,
  )
}

function sectionMatches(text: string): RawBuilder<boolean> {
  const crn = parseCrn(text)
  return sql`
    (search like '%' || ${plain(text)} || '%' or (crn >= ${crn}::text and crn < ${crn}::text || '~'))`
}

/** Schools whose name contains the text, those it begins first. */
export async function suggestSchools(db: Database, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from schools
    where search like '%' || ${plain(text)} || '%' and ${longEnough(text)}
    order by search like ${plain(text)} || '%' desc, search, id limit ${most}`.execute(db)
  return rows
}

/** The names of a school's terms, or of all schools', the latest first. */
export async function latestTerms(db: Database, school: string | null): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from terms
    where ${school === null ? sql`true` : sql`school_id = (select id from schools where name = ${school})`}
    group by name order by max(starts_on) desc, name limit ${most}`.execute(db)
  return rows.map(({ name }) => name)
}

type Sections = RawBuilder<unknown>

/** With `text`, only if it is long enough. */
async function named(
  db: Database,
  { id, today }: Asker,
  text: string | null,
  sections: Sections,
): Promise<(Section & { matches: number })[]> {
  const { rows } = await sql<Section & { matches: number }>`
    with own as materialized (${schoolOf(id)})
    select section.id, crn, section.title, schools.name as school, terms.name as term, course_id,
      courses.code || ' ' || courses.title as course_subject, matches
    from (
      select section.*, row_number() over (order by terms.school_id = (select id from own) desc nulls last,
          ${termRank(today)}, starts_on desc, term_id, crn) as place,
        terms.school_id, count(*) over () as matches
      from (${sections}) section join terms on terms.id = term_id
      where ${text === null ? sql`true` : longEnough(text)}
      order by place limit ${most}
    ) section
      join terms on terms.id = term_id
      join schools on schools.id = terms.school_id
      join courses on courses.id = course_id
    order by place`.execute(db)
  return rows
}

/** The school of the catalog that a person names as their college. */
function schoolOf(personId: string): RawBuilder<{ id: number }> {
  return sql`
    select schools.id from users join schools on schools.search = plain_words(users.college)
    where users.id = ${personId} limit 1`
}

/** Whether a course's code begins with the text, with or without its blanks. */
function codeBegins(text: string): RawBuilder<boolean> {
  const code = sql`replace(${plain(text)}, ' ', '')`
  return sql`(courses.search >= ${code} and courses.search < ${code} || U&'\\+10FFFF')`
}

/** Terms that began within the last months, then those to come, then earlier ones. */
function termRank(today: Temporal.PlainDate): RawBuilder<number> {
  const date = sql`${today.toString()}::date`
  return sql`case when starts_on > ${date} then 1 when starts_on > ${date} - 150 then 0 else 2 end`
}

/** For many matches, going back term by term until there are enough is the fastest way to the newest. */
function termByTerm({ today }: Asker, terms: RawBuilder<unknown>, matches: RawBuilder<unknown>): Sections {
  return sql`
    select section.*
    from (
        select id, ${termRank(today)} as rank, starts_on from terms
        order by rank, starts_on desc, id ${terms}
      ) term
      cross join lateral (
        select * from sections where term_id = term.id and ${matches} order by crn limit ${most}
      ) section
    order by term.rank, term.starts_on desc, term.id, crn
    limit ${most}`
}

/** Search text for the catalog, with LIKE's wildcards escaped. */
function plain(text: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`plain_words(${text}::text)`
}

/** Three letters make a trigram; a search for fewer would scan everything. */
function longEnough(text: string): RawBuilder<boolean> {
  return sql`length(${plain(text)}) > 2`
}
