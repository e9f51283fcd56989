import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { openPool } from '#server/platform/db/pool.ts'
import { recentPosts } from '#server/product/posts/queries.ts'
import { latencies, processorSeconds, requestsPerSecond } from './lib/load.ts'
import { median, pairs } from './lib/ratio.ts'
import { makeWorld, type Served, serve, start, type World } from './lib/world.ts'

/**
 * Targets S1, S2, S3 and S7: the feed through the whole server against bare node:http + pg on the same SQL, deep pages
 * against the first, and the cost of the sign-in check. `POSTS=1000000 node bench/feed.ts` is the full size.
 */
const posts = Number(process.env.POSTS ?? 100_000)
const path = '/api/post?type=recent&offset=0'

const world = await makeWorld(posts)
const server = await serve(world)
const reference = await start(['bench/reference/feed.ts'], {
  DATABASE_URL: world.databaseUrl,
  ...(await feedSql(world)),
})
try {
  console.log(`${posts} posts, 16 connections`)
  const signedIn = { cookie: world.cookie }
  const withLogin = await pairs(5, rate(server, signedIn), rate(reference))
  report(
    'S1 requests/s signed in ÷ bare',
    withLogin.ratio,
    '≥ 0.65',
    `${withLogin.a | 0} ÷ ${withLogin.b | 0}`,
  )
  const visitor = await pairs(5, rate(server), rate(reference))
  report('S1 requests/s as a visitor ÷ bare', visitor.ratio, '≥ 0.80', `${visitor.a | 0} ÷ ${visitor.b | 0}`)
  const check = await pairs(5, rate(server, signedIn), rate(server))
  report('S7 requests/s signed in ÷ visitor', check.ratio, '≥ 0.90', `${check.a | 0} ÷ ${check.b | 0}`)
  const processor = await pairs(5, perRequest(server, signedIn), perRequest(reference))
  report('S1 processor time a request ÷ bare', processor.ratio, '≤ 1.5', '')
  const deep = `${path.replace('offset=0', 'offset=4800')}&cursor=${await cursorAt(server, 4800)}`
  const depth = await pairs(5, p50(server, deep, signedIn), p50(server, path, signedIn))
  report(
    'S2 p50 at offset 4,800 by the client’s own paging ÷ page 1',
    depth.ratio,
    '≤ 1.3',
    `${depth.a.toFixed(2)} ÷ ${depth.b.toFixed(2)} ms`,
  )
} finally {
  await server.stop()
  await reference.stop()
  await world.close()
}

function report(what: string, value: number, target: string, detail: string): void {
  console.log(`${what}: ${value.toFixed(2)} (target ${target}) ${detail}`)
}

function rate(served: Served, headers?: Record<string, string>) {
  return () => requestsPerSecond({ url: served.url + path, ...(headers && { headers }) })
}

function perRequest(served: Served, headers: Record<string, string> = {}) {
  return async () => {
    const before = processorSeconds(served.pid)
    const seconds = 4
    const perSecond = await requestsPerSecond({ url: served.url + path, headers, seconds })
    return (processorSeconds(served.pid) - before) / (perSecond * seconds)
  }
}

function p50(served: Served, address: string, headers: Record<string, string>) {
  return async () => median(await latencies(served.url + address, headers, 300))
}

async function cursorAt(served: Served, offset: number): Promise<string> {
  const response = await fetch(`${served.url}/api/post?type=recent&offset=${offset - 12}`)
  const { next_cursor } = (await response.json()) as { next_cursor: string }
  return next_cursor
}

/** The very statement the server runs for the first page, caught from the query builder. */
async function feedSql({ databaseUrl }: World): Promise<Record<string, string>> {
  let caught: LogEvent['query'] | undefined
  const log = (event: LogEvent) => {
    caught = event.query
  }
  const pool = openPool({ databaseUrl, databasePoolSize: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  await recentPosts(db as never, null, { skip: 0 })
  await db.destroy()
  return { FEED_SQL: caught!.sql, FEED_VALUES: JSON.stringify(caught!.parameters) }
}
