/**
 * Suggestions over a large catalogue.
 * `ROWS=100000 node bench/suggestions.ts`: so many courses, and as many sections.
 */
import pg from 'pg'
import { suggestCourses, suggestSections } from '#server/product/courses/suggest.ts'
import { fillCatalogue } from './lib/catalogue.ts'
import { measure, ms } from './lib/measure.ts'
import { makeWorld } from './lib/world.ts'

const rows = Number(process.env.ROWS ?? 100_000)
const texts = {
  'in every title': 'course',
  'three letters, in every title': 'cou',
  'three letters, common': 'ing',
  'three letters, within words': 'ati',
  'a word': 'calculus',
  'two words': 'linear calc',
  'a code': 'cs 201',
  'a code without its blank': 'cs201',
  'a number': '104',
  'a CRN with its title': '10432-Data',
  'nothing like it': 'xyzzy',
  punctuation: 'c++',
  wildcards: 'a%_',
}

const world = await makeWorld(0)
const raw = new pg.Client({ connectionString: world.databaseUrl })
try {
  await raw.connect()
  await fillCatalogue(raw, rows, rows)
  const before = await scans()
  const table: Record<string, Record<string, string | number>> = {}
  for (const [name, text] of Object.entries(texts)) {
    const course = await measure(200, () => suggestCourses(world.db, text))
    const section = await measure(200, () => suggestSections(world.db, text, null))
    table[`${name} (${text})`] = {
      'courses p50': ms(course.p50),
      'courses p99': ms(course.p99),
      courses: (await suggestCourses(world.db, text)).length,
      'sections p50': ms(section.p50),
      'sections p99': ms(section.p99),
      sections: (await suggestSections(world.db, text, null)).length,
    }
  }
  const after = await scans()
  console.log(`${rows} courses, ${after.sections} sections; milliseconds (target: p99 < 15)`)
  console.table(table)
  const empty = await measure(500, () => raw.query('select 1'))
  console.log(`For comparison, "select 1": p50 ${ms(empty.p50)}, p99 ${ms(empty.p99)}`)
  console.log(`Sequential scans of courses and sections meanwhile: ${after.scans - before.scans}`)
} finally {
  await raw.end()
  await world.close()
}

async function scans(): Promise<{ scans: number; sections: number }> {
  await raw.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query(`
    select sum(seq_scan)::int as scans, (select reltuples::int from pg_class where relname = 'sections') as sections
    from pg_stat_user_tables where relname in ('courses', 'sections')`)
  return rows[0]
}
