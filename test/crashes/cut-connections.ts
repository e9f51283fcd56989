import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#server/platform/db/database.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { posts } from '#shared/api/posts.ts'
import { mix } from '../factories/made-up.ts'
import { bareServer } from '../harness/bare-server.ts'
import { cloneDatabase } from '../harness/databases.ts'
import { enterLive } from '../harness/live.ts'
import { madeLogin } from '../harness/made-login.ts'
import type { Person } from '../harness/person.ts'
import { openRaw } from '../harness/raw-live.ts'
import { leastSettings } from '../harness/settings.ts'

type Chance = (below: number) => number

const moments = ['start', 'use', 'close'] as const

export type CutRound = {
  /** When cutting connections began. */
  moment: (typeof moments)[number]
  cuts: number
  /** Servers that never started. */
  down: number
  /** How long the slowest took to start, or to give up, and to close. */
  startMs: number
  closeMs: number
}

/**
 * Starts, uses and closes servers while the database's connections are cut at random moments of one of these
 * three phases. Two servers at a time, so that they hear each other.
 */
export async function cutConnections(
  postgresUrl: string,
  { rounds, seed }: { rounds: number; seed: number },
): Promise<CutRound[]> {
  const databaseUrl = await cloneDatabase(postgresUrl)
  const folder = await mkdtemp(join(tmpdir(), 'ignite-cut-'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  const person = await madeLogin(db, '', leastSettings.SECRET, 'cora')
  await db.destroy()
  const found: CutRound[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const moment = moments[round % moments.length]!
      found.push(await oneRound(databaseUrl, folder, person, { moment, chance: chanceOf(seed + round) }))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return found
}

async function oneRound(
  databaseUrl: string,
  folder: string,
  person: Person,
  { moment, chance }: { moment: CutRound['moment']; chance: Chance },
): Promise<CutRound> {
  const cutter = openCutter(databaseUrl, chance)
  const began = performance.now()
  if (moment === 'start') cutter.begin(chance(3_000))
  const outcomes = await Promise.allSettled([
    bareServer(databaseUrl, folder),
    bareServer(databaseUrl, folder),
  ])
  const startMs = performance.now() - began
  const servers = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  if (moment === 'use') cutter.begin(chance(100))
  await Promise.all(servers.map(({ url }) => use(person.at(url), chance)))
  await wait(chance(2_000))
  if (moment === 'close') cutter.begin(0)
  const closing = performance.now()
  await Promise.all(servers.map(({ close }) => close()))
  const closeMs = performance.now() - closing
  return {
    moment,
    cuts: await cutter.stop(),
    down: outcomes.length - servers.length,
    startMs: Math.round(startMs),
    closeMs: Math.round(closeMs),
  }
}

/** Reads, connects live, and sends events; failures meanwhile are fine. */
async function use(person: Person, chance: Chance): Promise<void> {
  const sockets = await Promise.allSettled(
    Array.from({ length: 3 }, () => enterLive(person, chance(2) === 0 ? '/product' : '/boards')),
  )
  for (const { value } of sockets.filter(one => one.status === 'fulfilled')) {
    value.emit('enter', { board_id: 'none' })
  }
  // A socket that never sends a close frame.
  const mute = await openRaw(person.url, { origin: person.url }).catch(() => null)
  mute?.socket.pause()
  void Promise.allSettled(Array.from({ length: 5 }, () => person.call(posts.list, { query: {} })))
}

/** Once started, cuts one to three database connections again and again, with pauses of up to a second. */
function openCutter(databaseUrl: string, chance: Chance) {
  const stopping = new AbortController()
  const pause = (ms: number) => wait(ms, null, { signal: stopping.signal }).catch(() => {})
  let cuts = 0
  let cutting: Promise<void> | undefined

  async function cut(afterMs: number): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await pause(afterMs)
    while (!stopping.signal.aborted) {
      // Clients alone: an automatic vacuum can be at work here too, and only a superuser may end it.
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         order by pid`,
      )
      for (let n = chance(3); n >= 0 && rows.length > 0; n--) {
        const [{ pid } = { pid: 0 }] = rows.splice(chance(rows.length), 1)
        await client.query('select pg_terminate_backend($1)', [pid])
        cuts++
      }
      await pause(chance(3) === 0 ? chance(1_000) : chance(60))
    }
    await client.end()
  }

  return {
    begin(afterMs: number) {
      cutting = cut(afterMs)
    },
    async stop() {
      stopping.abort()
      await cutting
      return cuts
    },
  }
}

function chanceOf(seed: number): Chance {
  let drawn = seed
  return below => {
    drawn = mix(drawn)
    return drawn % below
  }
}
