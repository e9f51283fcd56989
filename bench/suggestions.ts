/**
 * Suggestions over a large catalogue (targets S5: p99 < 15 ms over 100,000 rows).
 * `node bench/suggestions.ts [rows]`: rows of courses and as many sections; 100000 when absent.
 */
import { suggestCourses, suggestSections } from '#server/product/courses/queries.ts'
import { fillCatalogue } from './catalogue.ts'
import { measure, ms, startScratch } from './database.ts'

const rows = Number(process.argv[2] ?? 100_000)
const texts = {
  'in every title': 'course',
  'three letters, in every title': 'cou',
  'three letters, common': 'ing',
  'three letters, in a word': 'ati',
  'a word': 'calculus',
  'two words': 'linear calc',
  'with a blank': 'cs 201',
  'code without blank': 'cs201',
  'a number': '104',
  'a CRN with title': '10432-Data',
  'nothing like it': 'xyzzy',
  'no trigram in it': 'c++',
  'wildcards': 'a%_',
}

const { db, raw, close } = await startScratch()
try {
  await fillCatalogue(raw, rows, rows)
  const { rows: counted } = await raw.query(
    'select (select count(*) from courses)::int courses, (select count(*) from sections)::int sections',
  )
  console.log(`${counted[0].courses} courses, ${counted[0].sections} sections; milliseconds`)
  const table: Record<string, Record<string, string | number>> = {}
  for (const [name, text] of Object.entries(texts)) {
    const course = await measure(200, () => suggestCourses(db, text))
    const section = await measure(200, () => suggestSections(db, text, null))
    table[`${name} (${text})`] = {
      'courses p50': ms(course.p50),
      'courses p99': ms(course.p99),
      found: (await suggestCourses(db, text)).length,
      'sections p50': ms(section.p50),
      'sections p99': ms(section.p99),
      'found ': (await suggestSections(db, text, null)).length,
    }
  }
  console.table(table)
} finally {
  await close()
}
