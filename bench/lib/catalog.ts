import type pg from 'pg'
import { mix, range } from '../../test/factories/made-up.ts'

const subjects = 'CS MATH PHYS CHEM BIO ENG HIST ART ECON LAW PSYC SOC MUS GEO STAT'.split(' ')
const topics =
  `data structures algorithms calculus linear algebra organic chemistry physics mechanics history modern world
literature american writing composition psychology social statistics probability discrete mathematics computer science
systems operating networks security machine learning artificial intelligence databases design software engineering
philosophy ethics logic biology cell molecular genetics ecology environment economics micro macro finance accounting
marketing management business law politics government public health nursing anatomy physiology music theory art drawing
painting theater film media communication speech education teaching child development spanish french german chinese
japanese latin greek thermodynamics kinematics optics astronomy geology hydrology climate energy materials robotics`
    .split(/\s+/)
    .map(word => word[0]!.toUpperCase() + word.slice(1))
const batch = 5000

/**
 * A made-up catalog: courses at three schools and sections over eight years of terms. Every title begins with
 * "Course in", so that one word occurs in all of them.
 */
export async function fillCatalog(db: pg.Client, courses: number, sections: number): Promise<void> {
  const { rows: schools } = await db.query<{ id: number }>(
    `insert into schools (name) values ('Bench North'), ('Bench South'), ('Bench West') returning id`,
  )
  const { rows: terms } = await db.query<{ id: number; school_id: number }>(
    `insert into terms (school_id, name, starts_on)
      select id, 'Term ' || n, date '2019-01-10' + n * 120 from unnest($1::int[]) id, generate_series(1, 24) n
      returning id, school_id`,
    [schools.map(school => school.id)],
  )
  const pick = (seed: number) => topics[mix(seed) % topics.length]!
  for (let from = 0; from < courses; from += batch) {
    const made = range(from, Math.min(courses, from + batch)).map(n => ({
      school_id: schools[n % schools.length]!.id,
      code: `${subjects[n % subjects.length]} ${100 + Math.floor(n / subjects.length)}`,
      title: `Course in ${pick(n)} ${pick(n + 7)} ${pick(n + 77)}`,
    }))
    await db.query(
      `insert into courses (school_id, code, title)
        select school_id, code, title from jsonb_to_recordset($1) as row(school_id int, code text, title text)`,
      [JSON.stringify(made)],
    )
  }
  const { rows: taught } = await db.query<{ id: number; school_id: number; title: string }>(
    'select id, school_id, title from courses where school_id = any($1) order by id',
    [schools.map(school => school.id)],
  )
  for (let from = 0; from < sections; from += batch) {
    const made = range(from, Math.min(sections, from + batch)).map(n => {
      const course = taught[mix(n) % taught.length]!
      const ofSchool = terms.filter(term => term.school_id === course.school_id)
      const term_id = ofSchool[n % ofSchool.length]!.id
      return { term_id, course_id: course.id, crn: String(10_000 + Math.floor(n / 24)), title: course.title }
    })
    await db.query(
      `insert into sections (term_id, course_id, crn, title)
        select * from jsonb_to_recordset($1) as row(term_id int, course_id int, crn text, title text)
        on conflict do nothing`,
      [JSON.stringify(made)],
    )
  }
  await db.query('vacuum analyze schools, terms, courses, sections')
}
