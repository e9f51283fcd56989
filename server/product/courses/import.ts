import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/db/database.ts'
import { lockName } from '#server/platform/db/lock-name.ts'
import type { Row } from './catalog-file.ts'

type Count = { added: number; changed: number }
/** The ids of courses and sections that an import changed, and of its transaction. */
type Changed = { changedCourses: number[]; changedSections: number[]; importId: string }
export type Imported = { schools: Count; terms: Count; courses: Count; sections: Count }

const batchSize = 5000
/** A correction of a term's start is smaller. */
const mostDaysMoved = 60

/**
 * Applies the rows to the catalog in one transaction: adds new ones, renames changed ones, and leaves alone
 * whatever the rows don't mention. Importing again changes nothing. Posts that are written meanwhile follow in a
 * second one. `onProgress` gets the number of rows processed.
 */
export async function importCatalog(
  db: Database,
  rows: readonly Row[],
  onProgress: (rows: number) => void = () => {},
): Promise<Imported> {
  const { changed, imported } = await db.transaction().execute(async trx => {
    await liftLimits(trx)
    // Sorts the trigrams into their index once at the end, not every few thousand rows.
    await sql`set local gin_pending_list_limit = '512MB'`.execute(trx)
    // Another import waits.
    await lockName(trx, 'catalog import')
    await stage(trx, rows)
    await refuseOtherSpellings(trx)
    await refuseOtherYears(trx)
    const schools = await addSchools(trx)
    const terms = await mergeTerms(trx)
    const { courses, changedCourses } = await mergeCourses(trx)
    const { sections, changedSections } = await mergeSections(trx, rows.length, onProgress)
    const indexes = sql`gin_clean_pending_list('courses_search_trgm'), gin_clean_pending_list('sections_search_trgm')`
    await sql`select ${indexes}`.execute(trx)
    await sql`analyze schools, terms, courses, sections`.execute(trx)
    const changed = { changedCourses, changedSections, importId: await transactionId(trx) }
    return { imported: { schools, terms, courses, sections }, changed }
  })
  await waitForPosts(db, changed)
  await takePostsAlong(db, changed)
  return imported
}

/** The limits are meant for requests. */
async function liftLimits(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`set local lock_timeout = 0`.execute(trx)
}

async function transactionId(trx: Trx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::xid::text as id`.execute(trx)
  return rows[0]!.id
}

/**
 * Waits for posts that are just being written to changed sections (0060, follow_section). Whoever posts there waits for
 * these locks, so nothing else is done under them.
 */
async function waitForPosts(db: Database, { changedCourses, changedSections }: Changed): Promise<void> {
  await db.transaction().execute(async trx => {
    await liftLimits(trx)
    await sql`
      select from sections where id = any (${changedSections}::int[]) or course_id = any (${changedCourses}::int[])
      order by id for update`.execute(trx)
  })
}

/** Mends the course and the words of posts that were written during the import; it wrote the others itself, as `xmin` shows. */
async function takePostsAlong(
  db: Database,
  { changedCourses, changedSections, importId }: Changed,
): Promise<void> {
  await db.transaction().execute(async trx => {
    await liftLimits(trx)
    // The course of all posts, also of those that an import which broke off here left behind.
    await sql`
      update posts set course_id = sections.course_id from sections
      where sections.id = section_id and (sections.course_id <> posts.course_id or posts.xmin <> ${importId}::xid
        and (sections.id = any (${changedSections}::int[]) or sections.course_id = any (${changedCourses}::int[])))`.execute(
      trx,
    )
  })
}

/** Copies the rows into a temporary table. */
async function stage(trx: Trx, rows: readonly Row[]): Promise<void> {
  await sql`
    create temp table staged (
      place int primary key, school text, term text, term_starts date, crn text, course text, course_title text, section_title text
    ) on commit drop`.execute(trx)
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    const column = (name: keyof Row) => sql`${batch.map(row => row[name])}::text[]`
    await sql`
      insert into staged
      select ${from}::int + place, school, term, starts::date, crn, course, course_title, section_title
      from unnest(${column('school')}, ${column('term')}, ${column('term_starts')}, ${column('crn')},
        ${column('course')}, ${column('course_title')}, ${column('section_title')})
        with ordinality as row (school, term, starts, crn, course, course_title, section_title, place)`.execute(
      trx,
    )
  }
  await sql`analyze staged`.execute(trx)
}

/** A name that only its capitals or blanks tell from one in the catalog would become a second school, term or course for good. */
async function refuseOtherSpellings(trx: Trx): Promise<void> {
  const letters = (name: string) => sql`lower(replace(${sql.ref(name)}, ' ', ''))`
  const { rows } = await sql<{ given: string; known: string }>`
    select distinct school as given, schools.name as known from staged
      join schools on ${letters('schools.name')} = ${letters('school')}
      where not exists (select from schools where name = school)
    union all
    select distinct term, terms.name from staged join schools on schools.name = school
      join terms on terms.school_id = schools.id and ${letters('terms.name')} = ${letters('term')}
      where not exists (select from terms where school_id = schools.id and name = term)
    union all
    select distinct course, courses.code from staged join schools on schools.name = school
      join courses on courses.school_id = schools.id and ${letters('courses.code')} = ${letters('course')}
      where not exists (select from courses where school_id = schools.id and code = course)
    limit 20`.execute(trx)
  if (rows.length === 0) return
  const names = rows.map(({ given, known }) => `“${given}” should be “${known}”`).join(', ')
  throw new Error(
    `Nothing was imported. The catalog already has these names with other capitals or spaces: ${names}.`,
  )
}

/**
 * A term without a year in its name would take the earlier year's sections, and the posts in them, to the courses that have
 * their CRNs now.
 */
async function refuseOtherYears(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string; starts: string }>`
    select distinct '“' || term || '” of ' || school as name, starts_on::text as starts
      from staged join schools on schools.name = school join terms on terms.school_id = schools.id and terms.name = term
      where abs(term_starts - starts_on) > ${mostDaysMoved}::int
    limit 20`.execute(trx)
  if (rows.length === 0) return
  const terms = rows.map(({ name, starts }) => `${name} starts on ${starts}`).join(', ')
  throw new Error(`Nothing was imported. In the catalog, ${terms}: give each year’s term a name of its own.`)
}

async function addSchools(trx: Trx): Promise<Count> {
  return count(
    await sql<Change>`
      insert into schools (name) select distinct school from staged
        where not exists (select from schools where name = school)
      returning true as added`.execute(trx),
  )
}

// Leaves out unchanged rows beforehand: `on conflict` would use up an id for every row of every import.
async function mergeTerms(trx: Trx): Promise<Count> {
  return count(
    await sql<Change>`
      insert into terms (school_id, name, starts_on)
        select distinct schools.id, term, term_starts from staged join schools on schools.name = school
        except select school_id, name, starts_on from terms
      on conflict (school_id, name) do update set starts_on = excluded.starts_on
      returning old.id is null as added`.execute(trx),
  )
}

async function mergeCourses(trx: Trx): Promise<{ courses: Count; changedCourses: number[] }> {
  const merged = await sql<ChangeOf>`
    insert into courses (school_id, code, title)
      select distinct schools.id, course, course_title from staged join schools on schools.name = school
      except select school_id, code, title from courses
    on conflict (school_id, code) do update set title = excluded.title
    returning new.id, old.id is null as added`.execute(trx)
  return { courses: count(merged), changedCourses: changedIds(merged) }
}

async function mergeSections(
  trx: Trx,
  total: number,
  onProgress: (rows: number) => void,
): Promise<{ sections: Count; changedSections: number[] }> {
  const sections = { added: 0, changed: 0 }
  const changedSections: number[] = []
  for (let from = 0; from < total; from += batchSize) {
    const merged = await sql<ChangeOf>`
      insert into sections (term_id, course_id, crn, title)
        select distinct terms.id, courses.id, crn, section_title
        from staged
          join schools on schools.name = school
          join terms on terms.school_id = schools.id and terms.name = term
          join courses on courses.school_id = schools.id and courses.code = course
        where place > ${from}::int and place <= ${from + batchSize}::int
          and not exists (
            select from sections
            where (term_id, crn) = (terms.id, staged.crn) and (course_id, title) = (courses.id, section_title)
          )
      on conflict (term_id, crn) do update set course_id = excluded.course_id, title = excluded.title
      returning new.id, old.id is null as added`.execute(trx)
    const { added, changed } = count(merged)
    sections.added += added
    sections.changed += changed
    changedSections.push(...changedIds(merged))
    onProgress(Math.min(total, from + batchSize))
  }
  return { sections, changedSections }
}

type Change = { added: boolean }
type ChangeOf = Change & { id: number }

function count({ rows }: { rows: Change[] }): Count {
  const added = rows.filter(row => row.added).length
  return { added, changed: rows.length - added }
}

function changedIds({ rows }: { rows: ChangeOf[] }): number[] {
  return rows.filter(row => !row.added).map(({ id }) => id)
}
