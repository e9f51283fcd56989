import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Course, Section } from '#shared/api/courses.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

// As many as a list under a field can show; a longer one asks for more letters.
const most = sql.lit(20)
// Of a part that is neither in the first names nor rare, a few are as good as all to choose from.
const considered = 500

/**
 * Courses whose code begins with the text ("cs201" and "CS 201" alike), then those whose name holds all its words, in
 * the order of their codes. A common word is found among the first courses; only a rarer one is looked up.
 */
export async function suggestCourses(db: Database, text: string): Promise<Course[]> {
  const words = text.split(/\s+/).toSorted((a, b) => b.length - a.length)
  // Where no word is long enough for the index, the text is taken as a whole.
  const parts = words[0]!.length > 2 ? words.slice(0, 4) : [text]
  const code = sql`replace(${plain(text)}, ' ', '')`
  const { rows } = await sql<Course>`
    with
      parts as (select array(select ${plain(sql`word`)} from unnest(${parts}::text[]) word) as parts),
      begun as (
        select id, 0 as place from courses
        where search >= ${code} and search < ${code} || U&'\\+10FFFF' and ${longEnough(text)}
        order by search limit ${most}),
      early as materialized (
        select id from (select id, search from courses order by search limit 2000) course
        where search like all(select '%' || part || '%' from parts, unnest(parts) part)
        order by search limit ${most}),
      others as (
        select courses_like.id from parts, courses_like(parts, ${sql.lit(considered)})
        where ${longEnough(parts[0]!)} and (select count(*) from early) < ${most})
    select courses.id, code || ' ' || title as subject, schools.name as school
    from (select * from begun union all select id, 1 from early union all select id, 1 from others) found
      join courses using (id) join schools on schools.id = school_id
    where ${longEnough(parts[0]!)}
    group by courses.id, schools.id
    order by min(place), courses.search, school
    limit ${most}`.execute(db)
  return rows
}

/** Sections whose CRN begins with the text or whose title contains it, newest term first. */
export async function suggestSections(
  db: Database,
  text: string,
  courseId: number | null,
): Promise<Section[]> {
  const crn = parseCrn(text)
  const matches = sql`
    (search like '%' || ${plain(text)} || '%' or (crn >= ${crn}::text and crn < ${crn}::text || '~'))`
  if (courseId !== null) {
    return named(db, text, sql`select * from sections where course_id = ${courseId} and ${matches}`)
  }
  const found = await named(
    db,
    text,
    sql`
      with recent as materialized (${termByTerm(sql`limit 6`, matches)})
      select * from recent
      union
      select sections_like.* from sections_like(${plain(text)}, ${crn}::text, ${sql.lit(considered)})
      where (select count(*) from recent) < ${most}`,
  )
  return (found[0]?.matches ?? 0) < considered ? found : named(db, text, termByTerm(sql``, matches))
}

/** Schools whose name contains the text, those it begins first. */
export async function suggestSchools(db: Database, text: string): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from schools
    where search like '%' || ${plain(text)} || '%' and ${longEnough(text)}
    order by search like ${plain(text)} || '%' desc, search, id limit ${most}`.execute(db)
  return rows
}

type Sections = RawBuilder<unknown>

async function named(
  db: Database,
  text: string,
  sections: Sections,
): Promise<(Section & { matches: number })[]> {
  const { rows } = await sql<Section & { matches: number }>`
    select section.id, crn, section.title, schools.name as school, terms.name as term, course_id,
      courses.code || ' ' || courses.title as course_subject, matches
    from (
      select section.*, starts_on, terms.school_id, count(*) over () as matches
      from (${sections}) section join terms on terms.id = term_id
      where ${longEnough(text)}
      order by starts_on desc, term_id, crn limit ${most}
    ) section
      join terms on terms.id = term_id
      join schools on schools.id = terms.school_id
      join courses on courses.id = course_id
    order by terms.starts_on desc, term_id, crn`.execute(db)
  return rows
}

/** The newest of many are found soonest by going back term by term until there are enough. */
function termByTerm(terms: RawBuilder<unknown>, matches: RawBuilder<unknown>): Sections {
  return sql`
    select section.*
    from (select id, starts_on from terms order by starts_on desc, id ${terms}) term
      cross join lateral (
        select * from sections where term_id = term.id and ${matches} order by crn limit ${most}
      ) section
    order by term.starts_on desc, term.id, crn
    limit ${most}`
}

/** Text as the catalogue is searched by. It holds no wildcards of LIKE, whatever was typed. */
function plain(text: string | RawBuilder<unknown>): RawBuilder<string> {
  return sql`plain_words(${text}::text)`
}

/** Three letters make a trigram; looking for less would go through everything. */
function longEnough(text: string): RawBuilder<boolean> {
  return sql`length(${plain(text)}) > 2`
}
