import type pg from 'pg'

const subjects = 'CS MATH PHYS CHEM BIO ENG HIST ART ECON LAW PSYC SOC MUS GEO STAT'.split(' ')
const topics = `data structures algorithms calculus linear algebra organic chemistry physics mechanics history modern world
literature american writing composition psychology social statistics probability discrete mathematics computer science
systems operating networks security machine learning artificial intelligence databases design software engineering
philosophy ethics logic biology cell molecular genetics ecology environment economics micro macro finance accounting
marketing management business law politics government public health nursing anatomy physiology music theory art drawing
painting theatre film media communication speech education teaching child development spanish french german chinese
japanese latin greek thermodynamics kinematics optics astronomy geology hydrology climate energy materials robotics`
  .split(/\s+/)
  .map(word => word[0]!.toUpperCase() + word.slice(1))

/**
 * A made-up catalogue: `courses` courses of three schools and `sections` sections over eight years of terms. Every
 * title begins with "Course in", so that there is a word which stands in all of them.
 */
export async function fillCatalogue(db: pg.Client, courses: number, sections: number): Promise<void> {
  await db.query(`
    insert into schools (name) values ('Bench North'), ('Bench South'), ('Bench West');
    insert into terms (school_id, name, starts_on)
      select schools.id, 'Term ' || n, date '2019-01-10' + n * 120 from schools, generate_series(1, 24) n`)
  const schools = await ids(db, 'schools')
  const terms = await ids(db, 'terms')
  const pick = <T>(list: T[], seed: number) => list[mix(seed) % list.length]!
  await insertMany(db, courses, 5000, async (from, to) => {
    const rows = range(from, to).map(n => ({
      school_id: schools[n % schools.length],
      code: `${subjects[n % subjects.length]} ${100 + Math.floor(n / subjects.length)}`,
      title: `Course in ${pick(topics, n)} ${pick(topics, n + 7)} ${pick(topics, n + 77)}`,
    }))
    await db.query(
      `insert into courses (school_id, code, title)
        select school_id, code, title from jsonb_to_recordset($1) as row(school_id int, code text, title text)`,
      [JSON.stringify(rows)],
    )
  })
  const { rows } = await db.query<{ id: number; school_id: number; title: string }>(
    'select id, school_id, title from courses order by id',
  )
  await insertMany(db, sections, 5000, async (from, to) => {
    const made = range(from, to).map(n => {
      const course = rows[mix(n) % rows.length]!
      return { course_id: course.id, school: schools.indexOf(course.school_id), n, title: course.title }
    })
    await db.query(
      `insert into sections (term_id, course_id, crn, title)
        select ($2::int[])[1 + school * 24 + n / 3 % 24], course_id, (10000 + n / 24)::text, title
        from jsonb_to_recordset($1) as row(course_id int, school int, n int, title text)
        on conflict do nothing`,
      [JSON.stringify(made), terms],
    )
  })
  await db.query('vacuum analyze schools, terms, courses, sections')
}

/** Calls `insert` for as many batches as `total` rows need. */
export async function insertMany(
  _db: pg.Client,
  total: number,
  batch: number,
  insert: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < total; from += batch) await insert(from, Math.min(total, from + batch))
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

/** A number scattered from another: the same data on every run. */
export function mix(seed: number): number {
  let n = Math.imul(seed + 1, 0x9e3779b1)
  n = Math.imul(n ^ (n >>> 15), 0x85ebca6b)
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35)
  return (n ^ (n >>> 16)) >>> 0
}

async function ids(db: pg.Client, table: 'schools' | 'terms'): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(`select id from ${table} order by id`)
  return rows.map(row => row.id)
}
