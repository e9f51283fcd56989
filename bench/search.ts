import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import type { Filters } from '#server/product/search/filters.ts'
import { findPages } from '#server/product/search/find-pages.ts'
import { interpret } from '#server/product/search/interpret.ts'
import { matchingPosts } from '#server/product/search/queries.ts'
import { usualWord, word } from '../test/factories/made-up.ts'
import { requestsPerSecond } from './lib/load.ts'
import { measure, ms, type Times } from './lib/measure.ts'
import { addPassages } from './lib/passages.ts'
import { addOldWords, addPosts, copyPosts, oldWords, shares } from './lib/posts.ts'
import { pairs } from './lib/ratio.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld, serve, start, type World } from './lib/world.ts'

type Search = { text: string } & Filters

const common = usualWord(3)
type Share = keyof typeof oldWords

/** The kinds of searches, when `share` percent of the posts are there. */
const searchesOf = (share: Share): Record<string, Search> => ({
  ...Object.fromEntries(
    Object.entries(shares).map(([text, every]) => [`in one title of ${every}`, { text }]),
  ),
  'in the oldest tenth': { text: oldWords[share] },
  'two common words': { text: 'half notes' },
  'two words that rarely meet': { text: 'tenth thousandth' },
  'a beginning': { text: `notes ${word(40).slice(0, 3)}` },
  'a word of the details': { text: common },
  mistyped: { text: 'thirteith notse' },
  'nothing like it': { text: 'xylophonist' },
  'in every title, with a CRN': { text: 'notes', crn: '10042' },
  'seldom, with a CRN': { text: 'thousandth', crn: '10042' },
  'in every title, at a school': { text: 'notes', school: 'Riverbend State University', term: 'Fall 2026' },
  'in every title, by an author': { text: 'notes', author: 'p42' },
  'in every title, in pictures': { text: 'notes', kind: 'image' },
})

export const searchTargets: Record<string, Measured> = {
  S3: {
    asks: 'A search for posts over all the data takes ≤ 1.5 × the median it takes over 1 % of it (p99 ≤ 3 ×), without a sequential scan',
    reference: 'the same at 1 % of 1 million posts',
    run: growth,
  },
  S4: {
    asks: 'A search for posts keeps ≥ 0.8 of the requests a second of the reference; alone, p95 ≤ 50 ms in every class of words',
    reference: 'its own SQL through bare `node:http` and `pg`',
    run: searching,
  },
  S10: {
    asks: 'A search inside documents over 1 million posts and 5 million passages: p95 ≤ 50 ms in every class of words, without a sequential scan',
    reference: '–',
    run: insideDocuments,
  },
}

/** Of the words of made-up passages, the n-th is in about one of n / 10 passages. */
const insides: Record<string, string> = {
  'in nearly every passage': word(1),
  'in half of them': word(20),
  'in one of twenty': word(200),
  'in one of 500': word(5000),
  'in one of 4,000': word(40_000),
  'two common words': `${word(2)} ${word(3)}`,
  'a common and a rare word': `${word(2)} ${word(40_000)}`,
  'a phrase': `“${word(2)} ${word(3)}”`,
  'a beginning': word(5000).slice(0, 4),
  mistyped: word(3000).replace(/.$/, 'xq'),
  'nothing like it': 'xylophonist',
}

/** Filters of a search inside documents, with a word of nearly every passage. */
const narrowed: Record<string, Filters> = {
  'of a CRN': { crn: '10042' },
  'of a course': { course: 42 },
  'at a school': { school: 'Riverbend State University' },
  'of a term': { term: 'Fall 2026' },
  'of an author': { author: 'p42' },
  'in pictures': { kind: 'image' },
}

type Found = { name: string; times: Times }
type Bench = { world: World; raw: pg.Client; posts: number }

async function growth(run: Run): Promise<void> {
  await onPosts(run, async ({ world, raw, posts }) => {
    const table: Record<string, Record<string, string>> = {}
    const found: Found[][] = []
    let scans = 0
    const originals = Math.round(posts * 0.01)
    for (const share of [1, 10, 100] as const) {
      await fill(raw, originals, Math.round((posts * share) / 100), posts)
      const before = await sequentialScans(raw)
      const all = await searchAlone(world.db, share)
      // Of a table of a few pages, a scan is the fastest way to read it.
      if (share === 100) scans = (await sequentialScans(raw)) - before
      found.push(all)
      for (const { name, times } of all) {
        table[name] ??= {}
        table[name][`p50 at ${share} %`] = ms(times.p50)
        table[name][`p99 at ${share} %`] = ms(times.p99)
      }
    }
    console.table(table)
    const worst = (share: 'p50' | 'p99') =>
      found[2]!
        .map(({ name, times }, n) => ({ name, ratio: times[share] / found[0]![n]!.times[share] }))
        .reduce((a, b) => (b.ratio > a.ratio ? b : a))
    const [p50, p99] = [worst('p50'), worst('p99')]
    const exponent = (Math.log(p50.ratio) / Math.log(100)).toFixed(2)
    bounded(run, 'p50 at 100 % ÷ 1 %', p50.ratio, '≤ 1.5', `${p50.name}, cost grows as n^${exponent}`)
    bounded(run, 'p99 at 100 % ÷ 1 %', p99.ratio, '≤ 3', p99.name)
    bounded(run, 'sequential scans', scans, '≤ 0')
  })
}

async function searching(run: Run): Promise<void> {
  await onPosts(run, async ({ world, raw, posts }) => {
    await fill(raw, Math.round(posts * 0.01), posts, posts)
    const { name, times } = (await searchAlone(world.db, 100)).reduce((a, b) =>
      b.times.p95 > a.times.p95 ? b : a,
    )
    const empty = await measure(500, () => raw.query('select 1'))
    bounded(
      run,
      'p95 alone of the slowest words, ms',
      times.p95,
      '≤ 50',
      `${name}; “select 1” takes ${ms(empty.p95)} ms`,
    )
    await compareInserts(raw, posts)
    for (const search of [{ text: 'hundredth' }, { text: 'notes', crn: '10042' }]) {
      const rate = await compareThroughput(world, search)
      const what = `searches/s for ${Object.values(search).join(', ')} ÷ its own SQL`
      bounded(run, what, rate.ratio, '≥ 0.8', `${rate.a | 0} ÷ ${rate.b | 0}`)
    }
  })
}

async function insideDocuments(run: Run): Promise<void> {
  const posts = Math.max(10_000, run.count(1_000_000))
  await onWorld(posts, async (world, raw) => {
    await addPassages(raw, 5, Math.max(1_000, posts / 100))
    await raw.query('vacuum analyze')
    const { rows } = await raw.query<{ id: string }>('select id from users limit 1')
    const viewer = rows[0]!.id
    const empty = await measure(500, () => raw.query('select 1'))
    const before = await sequentialScans(raw, ['passages', 'words'])
    const all = [
      ...Object.entries(insides).map(([name, text]) => ({ name, text, filters: {} })),
      ...Object.entries(narrowed).map(([name, filters]) => ({ name, text: word(1), filters })),
    ]
    for (const { name, text, filters } of all) {
      let found = 0
      const { p50, p95 } = await measure(60, async () => {
        const { pages } = await findPages(world.db, viewer, { text, filters, now: Temporal.Now.instant() })
        found = pages.length
      })
      bounded(run, `${name}, p95 in ms`, p95, '≤ 50', `p50 ${ms(p50)}, ${found} found`)
    }
    const scans = (await sequentialScans(raw, ['passages', 'words'])) - before
    bounded(run, 'sequential scans', scans, '≤ 0', `“select 1” takes ${ms(empty.p95)} ms`)
  })
}

function onPosts(run: Run, work: (bench: Bench) => Promise<void>): Promise<void> {
  const posts = Math.max(10_000, run.count(1_000_000))
  return onWorld(0, (world, raw) => work({ world, raw, posts }))
}

async function onWorld(posts: number, work: (world: World, raw: pg.Client) => Promise<void>): Promise<void> {
  const world = await makeWorld(posts)
  const raw = new pg.Client({ connectionString: world.databaseUrl })
  try {
    await raw.connect()
    await work(world, raw)
  } finally {
    await raw.end()
    await world.close()
  }
}

/** Has so many posts there: the first hundredth made, the others copied from these. */
async function fill(raw: pg.Client, originals: number, size: number, total: number): Promise<void> {
  const { rows } = await raw.query<{ there: boolean }>('select exists (select from posts) as there')
  if (!rows[0]!.there) {
    await addPosts(raw, 0, originals)
    await addOldWords(raw, total)
  }
  if (size > originals) await copyPosts(raw, originals, size, total)
  await raw.query('vacuum analyze')
}

/** The times of each search, all of its queries. */
async function searchAlone(db: Database, share: Share): Promise<Found[]> {
  const found: Found[] = []
  for (const [name, search] of Object.entries(searchesOf(share))) {
    found.push({ name, times: await measure(60, () => find(db, search)) })
  }
  return found
}

async function find(db: Database, { text, ...filters }: Search): Promise<void> {
  const { query } = (await interpret(db, text))!
  await matchingPosts(db, null, query, filters, { after: null, skip: 0 })
}

async function sequentialScans(raw: pg.Client, tables = ['posts', 'post_words']): Promise<number> {
  await raw.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query(
    'select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = any($1)',
    [tables],
  )
  return rows[0].scans
}

/** What the words cost a single post: added with the triggers, and without. */
async function compareInserts(raw: pg.Client, posts: number): Promise<void> {
  let next = posts
  const one = async () => addPosts(raw, next, ++next)
  const indexed = await measure(300, one)
  await raw.query('alter table posts disable trigger user')
  const bare = await measure(300, one)
  await raw.query('alter table posts enable trigger user')
  console.log(`Adding one post: p50 ${ms(indexed.p50)} ms, without its words ${ms(bare.p50)} ms`)
}

async function compareThroughput(world: World, search: { text: string; crn?: string }) {
  const server = await serve(world)
  const reference = await start(['bench/reference/search.ts'], {
    DATABASE_URL: world.databaseUrl,
    STATEMENTS: JSON.stringify(await statements(world, search)),
  })
  const path = `/api/search/posts?${new URLSearchParams(search)}`
  try {
    return await pairs(
      5,
      () => requestsPerSecond({ url: server.url + path }),
      () => requestsPerSecond({ url: reference.url }),
    )
  } finally {
    await server.stop()
    await reference.stop()
  }
}

/** The statements the server runs for a search, caught from the query builder. */
async function statements({ databaseUrl }: World, search: Search) {
  const caught: { sql: string; parameters: readonly unknown[] }[] = []
  const log = ({ query }: LogEvent) => {
    caught.push({ sql: query.sql, parameters: query.parameters })
  }
  const pool = openPool({ databaseUrl, databasePoolSize: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  await find(db as never, search)
  await db.destroy()
  return caught
}
