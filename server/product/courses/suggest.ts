import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Course, Section } from '#shared/api/courses.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'

// As many as a list under a field can show; a longer one asks for more letters.
const most = sql.lit(20)
// A very common part stands in a fifth of all names: the first few are as good as all to choose from.
const considered = 500

/** Courses whose code begins with the text ("cs201" and "CS 201" alike), then those whose name holds all its words. */
export async function suggestCourses(db: Database, text: string): Promise<Course[]> {
  // Six words narrow enough. Where none is long enough for the index, the text is taken as a whole.
  const words = text.split(/\s+/).slice(0, 6)
  const parts = words.some(word => word.length > 2) ? words : [text]
  const longest = parts.toSorted((a, b) => b.length - a.length)[0]!
  const { rows } = await sql<Course>`
    select courses.id, code || ' ' || title as subject, schools.name as school
    from (
      (select id, 0 as place from courses
        where search like replace(${plain(text)}, ' ', '') || '%' and ${longEnough(text)}
        order by search limit ${most})
      union all
      (select id, 1 from courses
        where ${sql.join(
          parts.map(word => sql`search like ${part(word)}`),
          sql` and `,
        )} and ${longEnough(longest)}
        limit ${sql.lit(considered)})
    ) found join courses using (id) join schools on schools.id = school_id
    group by courses.id, schools.id
    order by min(place), search, school
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
  const matching = sql`
    (search like ${part(text)} and ${longEnough(text)}
      ${crn === null ? sql`` : sql`or crn like ${`${crn}%`}`})
    ${courseId === null ? sql`` : sql`and course_id = ${courseId}`}`
  const few = await sql<Section & { matches: number }>`
    select ${columns}, count(*) over () as matches
    from (select * from sections where ${matching} limit ${sql.lit(considered)}) section
      join terms term on term.id = term_id join schools on schools.id = school_id
    order by ${newestFirst} limit ${most}`.execute(db)
  if ((few.rows[0]?.matches ?? 0) < considered) return few.rows
  // So common that the newest are found sooner by going back term by term until there are enough.
  const { rows } = await sql<Section>`
    select ${columns}
    from (select * from terms order by starts_on desc, id) term
      join schools on schools.id = school_id
      cross join lateral (
        select * from sections where term_id = term.id and ${matching} order by crn limit ${most}
      ) section
    order by ${newestFirst} limit ${most}`.execute(db)
  return rows
}

const columns = sql`section.id, crn, title, schools.name as school, term.name as term, course_id,
  (select code || ' ' || title from courses where courses.id = course_id) as course_subject`
const newestFirst = sql`term.starts_on desc, term.id, crn`

function plain(text: string): RawBuilder<string> {
  return sql`plain_words(${text}::text)`
}

/** A LIKE pattern for what contains the text; plain words hold no wildcards. */
function part(text: string): RawBuilder<string> {
  return sql`'%' || ${plain(text)} || '%'`
}

/** Three letters make a trigram; looking for less would go through everything. */
function longEnough(text: string): RawBuilder<boolean> {
  return sql`length(${plain(text)}) > 2`
}
