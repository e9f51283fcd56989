/**
 * Text search: times alone for words from rare to in every title, with a typo, a beginning and a CRN, at
 * 1 %, 10 % and 100 % of the posts; the cost of indexing a post; and requests a second through the whole server against
 * the same statements through bare node:http and pg. `POSTS=1000000 node bench/search.ts` is the full size.
 */
import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { interpret } from '#server/product/search/interpret.ts'
import { matchingPosts } from '#server/product/search/queries.ts'
import { usualWord, word } from '../test/factories/made-up.ts'
import { requestsPerSecond } from './lib/load.ts'
import { measure, ms, type Times } from './lib/measure.ts'
import { addPosts, copyPosts, shares } from './lib/posts.ts'
import { pairs } from './lib/ratio.ts'
import { makeWorld, serve, start } from './lib/world.ts'

type Search = { text: string; crn?: string }

const posts = Number(process.env.POSTS ?? 50_000)
const common = usualWord(3)
const searches: Record<string, Search> = {
  ...Object.fromEntries(
    Object.entries(shares).map(([text, every]) => [`in one title of ${every}`, { text }]),
  ),
  'in the oldest tenth': { text: 'retired' },
  'two common words': { text: 'half notes' },
  'two words that rarely meet': { text: 'tenth thousandth' },
  'a beginning': { text: `notes ${word(40).slice(0, 3)}` },
  'a word of the details': { text: common },
  mistyped: { text: 'thirteith notse' },
  'nothing like it': { text: 'xylophonist' },
  'in every title, with a CRN': { text: 'notes', crn: '10042' },
  'seldom, with a CRN': { text: 'thousandth', crn: '10042' },
}

const world = await makeWorld(0)
const raw = new pg.Client({ connectionString: world.databaseUrl })
try {
  await raw.connect()
  const table: Record<string, Record<string, string>> = {}
  const smallest = new Map<string, Times>()
  let originals = 0
  for (const share of [0.01, 0.1, 1]) {
    const size = Math.round(posts * share)
    if (originals === 0) await addPosts(raw, 0, size)
    else await copyPosts(raw, originals, size, posts)
    originals ||= size
    await raw.query('vacuum analyze')
    console.log(`${size} posts`)
    const before = await sequentialScans()
    for (const [name, search] of Object.entries(searches)) {
      const times = await measure(60, () => find(world.db, search))
      const first = smallest.get(name) ?? times
      smallest.set(name, first)
      table[name] ??= {}
      table[name][`p50 at ${share * 100} %`] = ms(times.p50)
      table[name][`p95 at ${share * 100} %`] = ms(times.p95)
      if (share === 1) table[name]['p50 ÷ at 1 %'] = (times.p50 / first.p50).toFixed(1)
    }
    console.log(`Sequential scans of posts and their words meanwhile: ${(await sequentialScans()) - before}`)
  }
  console.log('Milliseconds alone, all of a search’s queries (target: p95 ≤ 50, p50 ≤ 1.5 × that at 1 %)')
  console.table(table)
  const empty = await measure(500, () => raw.query('select 1'))
  console.log(`For comparison, "select 1": p50 ${ms(empty.p50)}, p99 ${ms(empty.p99)}`)
  await compareInserts()
  await compareThroughput({ text: 'hundredth' })
  await compareThroughput({ text: 'notes', crn: '10042' })
} finally {
  await raw.end()
  await world.close()
}

async function find(db: Database, { text, crn }: Search): Promise<void> {
  const { query } = (await interpret(db, text))!
  await matchingPosts(db, null, query, crn ?? null, { skip: 0 })
}

async function sequentialScans(): Promise<number> {
  await raw.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query(`
    select sum(seq_scan)::int as scans from pg_stat_user_tables where relname in ('posts', 'post_words')`)
  return rows[0].scans
}

/** What the words cost a single post: added with the triggers, and without. */
async function compareInserts(): Promise<void> {
  let next = posts
  const one = async () => addPosts(raw, next, ++next)
  const indexed = await measure(300, one)
  await raw.query('alter table posts disable trigger user')
  const bare = await measure(300, one)
  await raw.query('alter table posts enable trigger user')
  console.log(`Adding one post: p50 ${ms(indexed.p50)} ms, without its words ${ms(bare.p50)} ms`)
}

async function compareThroughput(search: Search): Promise<void> {
  const server = await serve(world)
  const reference = await start(['bench/reference/search.ts'], {
    DATABASE_URL: world.databaseUrl,
    STATEMENTS: JSON.stringify(await statements(search)),
  })
  const path = `/api/search/posts?${new URLSearchParams(search)}`
  const rate = await pairs(
    3,
    () => requestsPerSecond({ url: server.url + path }),
    () => requestsPerSecond({ url: reference.url }),
  )
  console.log(
    `Searches a second for ${JSON.stringify(search)} ÷ its own SQL: ${rate.ratio.toFixed(2)} (target ≥ 0.8) ` +
      `${Math.round(rate.a)} ÷ ${Math.round(rate.b)}`,
  )
  await server.stop()
  await reference.stop()
}

/** The statements the server runs for a search, caught from the query builder. */
async function statements(search: Search) {
  const caught: { sql: string; parameters: readonly unknown[] }[] = []
  const log = ({ query }: LogEvent) => {
    caught.push({ sql: query.sql, parameters: query.parameters })
  }
  const pool = openPool({ databaseUrl: world.databaseUrl, databasePoolSize: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  await find(db as never, search)
  await db.destroy()
  return caught
}
