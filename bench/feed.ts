import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { openPool } from '#server/platform/db/pool.ts'
import { recentPosts } from '#server/product/posts/queries.ts'
import { startCollector } from '../test/harness/collector.ts'
import { latencies, processorSeconds, requestsPerSecond } from './lib/load.ts'
import { ms } from './lib/measure.ts'
import { median, pairs } from './lib/ratio.ts'
import { bounded, type Measured, type Run } from './lib/target.ts'
import { makeWorld, type Served, serve, start, type World } from './lib/world.ts'

const path = '/api/post?type=recent&offset=0'
const bare = 'bare `node:http` and `pg` with the same SQL'

/** The feed through the whole server. */
export const feedTargets: Record<string, Measured> = {
  S1: {
    asks: 'The first page of the feed over 1 million posts, 16 connections, keeps ≥ 0.65 of the requests a second of the reference with a login, ≥ 0.80 as a visitor, and takes ≤ 1.5 × the processor time',
    reference: bare,
    run: run =>
      onFeed(run, async (world, server) => {
        const reference = await start(['bench/reference/feed.ts'], {
          DATABASE_URL: world.databaseUrl,
          ...(await feedSql(world)),
        })
        try {
          const signedIn = { cookie: world.cookie }
          const withLogin = await pairs(5, rate(server, signedIn), rate(reference))
          bounded(run, 'requests/s signed in ÷ bare', withLogin.ratio, '≥ 0.65', counts(withLogin))
          const visitor = await pairs(5, rate(server), rate(reference))
          bounded(run, 'as a visitor ÷ bare', visitor.ratio, '≥ 0.8', counts(visitor))
          const processor = await pairs(5, perRequest(server, signedIn), perRequest(reference))
          bounded(run, 'processor time a request ÷ bare', processor.ratio, '≤ 1.5')
        } finally {
          await reference.stop()
        }
      }),
  },
  S2: {
    asks: 'A page 4,800 posts deep takes ≤ 1.3 × the time of the first, by the client’s own paging',
    reference: 'the first page',
    run: run =>
      onFeed(run, async (world, server) => {
        const signedIn = { cookie: world.cookie }
        const deep = `${path.replace('offset=0', 'offset=4800')}&cursor=${await cursorAt(server, 4800)}`
        const depth = await pairs(5, p50(server, deep, signedIn), p50(server, path, signedIn))
        bounded(run, 'p50 ÷ the first', depth.ratio, '≤ 1.3', `${ms(depth.a)} ÷ ${ms(depth.b)} ms`)
      }),
  },
  S7: {
    asks: 'The login check keeps ≥ 0.9 of the requests a second',
    reference: 'the same call as a visitor',
    run: run =>
      onFeed(run, async (world, server) => {
        const check = await pairs(5, rate(server, { cookie: world.cookie }), rate(server))
        bounded(run, 'requests/s signed in ÷ visitor', check.ratio, '≥ 0.9', counts(check))
      }),
  },
  S12: {
    asks: 'Tracing every request takes ≤ 1.4 × the processor time, and tracing one in a hundred ≤ 1.1 ×',
    reference: 'the same server without traces',
    run: run =>
      onFeed(run, async world => {
        await traced(run, world, 1, '≤ 1.4')
        await traced(run, world, 0.01, '≤ 1.1')
      }),
  },
}

/** Both servers are new: one that has answered more is faster. */
async function traced(run: Run, world: World, share: number, bound: '≤ 1.4' | '≤ 1.1'): Promise<void> {
  const collector = await startCollector()
  const tracing = await serve(world, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: String(share),
  })
  const plain = await serve(world)
  try {
    const { a, b, ratio } = await pairs(5, perRequest(tracing), perRequest(plain))
    const detail = `${(a * 1000).toFixed(2)} ÷ ${(b * 1000).toFixed(2)} ms`
    bounded(run, `processor time a request, ${share * 100} % traced`, ratio, bound, detail)
  } finally {
    await tracing.stop()
    await plain.stop()
    await collector.close()
  }
}

async function onFeed(run: Run, work: (world: World, server: Served) => Promise<void>): Promise<void> {
  // With fewer there is no page so deep.
  const world = await makeWorld(Math.max(6_000, run.count(1_000_000)))
  const server = await serve(world)
  try {
    await work(world, server)
  } finally {
    await server.stop()
    await world.close()
  }
}

function counts({ a, b }: { a: number; b: number }): string {
  return `${a | 0} ÷ ${b | 0}`
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

/** The exact statement that the server runs for the first page, captured from the query builder. */
async function feedSql({ databaseUrl }: World): Promise<Record<string, string>> {
  let caught: LogEvent['query'] | undefined
  const log = (event: LogEvent) => {
    caught = event.query
  }
  const pool = openPool({ databaseUrl, databasePoolSize: 2 })
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), log })
  await recentPosts(db as never, null, { after: null, skip: 0 })
  await db.destroy()
  return { FEED_SQL: caught!.sql, FEED_VALUES: JSON.stringify(caught!.parameters) }
}
