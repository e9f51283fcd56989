import pg from 'pg'
import { suggestCourses, suggestSections } from '#server/product/courses/suggest.ts'
import { fillCatalog } from './lib/catalog.ts'
import { measure, ms } from './lib/measure.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld } from './lib/world.ts'

const texts = {
  'in every title': 'course',
  'three letters, in every title': 'cou',
  'three letters, common': 'ing',
  'three letters, within words': 'ati',
  'a word': 'calculus',
  'two words': 'linear calc',
  'a word and its school': 'calculus bench west',
  'a code': 'cs 201',
  'a code without its blank': 'cs201',
  'a number': '104',
  'a CRN with its title': '10432-Data',
  'nothing like it': 'xyzzy',
  punctuation: 'c++',
  wildcards: 'a%_',
}

export const suggestionTargets: Record<string, Measured> = {
  S5: {
    asks: 'Suggestions over 100,000 courses and as many sections: p99 < 15 ms',
    reference: '`select 1`',
    run: suggesting,
  },
}

async function suggesting(run: Run): Promise<void> {
  const rows = run.count(100_000)
  const world = await makeWorld(0)
  const raw = new pg.Client({ connectionString: world.databaseUrl })
  try {
    await raw.connect()
    await fillCatalog(raw, rows, rows)
    const before = await scans(raw)
    const { rows: people } = await raw.query<{ id: string }>(
      `update users set college = 'Bench North' where username = 'p1' returning id`,
    )
    const asker = { id: people[0]!.id, today: Temporal.Now.plainDateISO() }
    const table: Record<string, Record<string, string | number>> = {}
    let slowest = { what: '', p99: 0 }
    for (const [name, text] of Object.entries(texts)) {
      const course = await measure(200, () => suggestCourses(world.db, asker.id, text))
      const section = await measure(200, () => suggestSections(world.db, asker, text))
      table[`${name} (${text})`] = {
        'courses p50': ms(course.p50),
        'courses p99': ms(course.p99),
        courses: (await suggestCourses(world.db, asker.id, text)).length,
        'sections p50': ms(section.p50),
        'sections p99': ms(section.p99),
        sections: (await suggestSections(world.db, asker, text)).length,
      }
      const p99 = Math.max(course.p99, section.p99)
      if (p99 > slowest.p99) slowest = { what: name, p99 }
    }
    console.table(table)
    const empty = await measure(500, () => raw.query('select 1'))
    bounded(
      run,
      'p99 of the slowest text, ms',
      slowest.p99,
      '< 15',
      `${slowest.what}; “select 1” takes ${ms(empty.p99)} ms`,
    )
    console.log(`Sequential scans of courses and sections meanwhile: ${(await scans(raw)) - before}`)
  } finally {
    await raw.end()
    await world.close()
  }
}

async function scans(raw: pg.Client): Promise<number> {
  await raw.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query(`
    select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('courses', 'sections')`)
  return rows[0].scans
}
