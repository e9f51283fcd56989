import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { longestCloseMs } from '#server/open-platform.ts'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { freePort } from '../../local/ports.ts'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { readPidFile } from '../../local/postgres/processes.ts'
import { type CutRound, cutConnections } from '../../test/crashes/cut-connections.ts'
import { makeTemplate } from '../../test/harness/databases.ts'
import { type KillableStack, killableStackOn } from '../../test/harness/killable.ts'
import type { Person } from '../../test/harness/person.ts'
import { onPostgres } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

export const faultTargets: Record<string, Target> = {
  'D-1': {
    asks: '20 restarts of PostgreSQL amid traffic: 503 meanwhile, none 5 s after, nothing that was answered is lost',
    run: run => onRestartable(place => restarts(place, run)),
  },
  'D-2': {
    asks: 'PostgreSQL frozen for 30 s: everyone has an answer within 10 s, alive but not ready, all well 5 s after',
    run: run => onRestartable(place => freeze(place, run)),
  },
  'D-4': {
    asks: 'a stranger takes every connection of PostgreSQL: 503 at worst, all well 5 s after',
    run: run => onRestartable(place => crowd(place, run)),
  },
  'D-13': {
    asks: 'connections to the database cut at random while two servers start, are used and close, 100 times: each closes in its time',
    run: run => onPostgres(url => cuts(url, run)),
  },
}

type Place = {
  stack: KillableStack
  /** PostgreSQL's postmaster, which starts the others. */
  postmaster: () => number
  restart: () => Promise<void>
  /** PostgreSQL itself, bypassing the address that the product uses. */
  directUrl: () => string
}

async function cuts(url: string, { count, seed, report }: Run): Promise<void> {
  const rounds = await cutConnections(url, { rounds: count(100), seed })
  const slowest = Math.max(...rounds.map(({ closeMs }) => closeMs))
  const sum = (of: (round: CutRound) => number) => rounds.reduce((total, round) => total + of(round), 0)
  report({
    what: `${rounds.length} rounds, ${sum(({ cuts }) => cuts)} cuts`,
    figures: `the slowest closed after ${(slowest / 1000).toFixed(1)} s (≤ ${longestCloseMs / 1000}); ${sum(({ down }) => down)} never came up`,
    kept: slowest <= longestCloseMs,
  })
}

/** The product on a PostgreSQL that can be stopped and started behind a fixed address. */
async function onRestartable(work: (place: Place) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-hard-'))
  let postgres = await startPostgres({ dataDir, fsync: true })
  const gate = await openGate(() => Number(new URL(postgres.url).port))
  const url = new URL(postgres.url)
  url.port = String(gate.port)
  try {
    await makeTemplate(url.href)
    const stack = await killableStackOn(url.href)
    try {
      await stack.start()
      await work({
        stack,
        postmaster: () => readPidFile(join(dataDir, 'postgres', 'data'))!.pid,
        async restart() {
          await postgres.stop()
          gate.cut()
          postgres = await startPostgres({ dataDir, fsync: true })
        },
        directUrl: () => {
          const direct = new URL(stack.databaseUrl)
          direct.port = new URL(postgres.url).port
          return direct.href
        },
      })
    } finally {
      await stack.close()
    }
  } finally {
    await gate.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** An address that forwards to the server's current one. */
async function openGate(portNow: () => number) {
  const open = new Set<Socket>()
  const gate = createServer(client => {
    const server = connect(portNow(), '127.0.0.1')
    const end = () => {
      client.destroy()
      server.destroy()
      open.delete(client)
    }
    open.add(client)
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    client.pipe(server).pipe(client)
  })
  const port = await freePort()
  await new Promise<void>(resolve => gate.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const client of open) client.destroy()
  }
  return {
    port,
    cut,
    async close() {
      cut()
      await new Promise(resolve => gate.close(resolve))
    },
  }
}

type Seen = { at: number; ms: number; status: number; retryAfter: boolean }

/**
 * Eight people who read and write until stopped; returns their observations, and which writes were
 * acknowledged.
 */
async function traffic(stack: KillableStack) {
  const people = await Promise.all(Array.from({ length: 8 }, (_, n) => stack.signIn(`busy${n}`)))
  const seen: Seen[] = []
  const saved = new Map<string, string>()
  let over = false
  const ask = async (work: () => ReturnType<Person['fetch']>) => {
    const start = performance.now()
    const response = await work().catch(() => null)
    await response?.body?.cancel()
    const status = response?.status ?? 0
    seen.push({
      at: performance.now(),
      ms: performance.now() - start,
      status,
      retryAfter: response?.headers.has('retry-after') ?? false,
    })
    return status
  }
  const working = people.map(async (person, n) => {
    for (let round = 0; !over; round++) {
      await ask(() => person.fetch(`${posts.list.path}?type=recent&offset=0`))
      const college = `College ${n} ${round}`
      const status = await ask(() =>
        person.fetch(profiles.save.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ college }),
        }),
      )
      if (status === 200) saved.set(`busy${n}`, college)
      await ask(() => person.fetch(follows.following.path))
      await wait(5)
    }
  })
  return {
    seen,
    saved,
    async end() {
      over = true
      await Promise.all(working)
    },
  }
}

/** How many people whose last acknowledged write is neither stored nor followed by a later one. */
async function lost({ db }: KillableStack, saved: Map<string, string>): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select(['username', 'college'])
    .where('username', 'in', [...saved.keys()])
    .execute()
  const round = (college: string | null | undefined) => Number(college?.split(' ')[2] ?? -1)
  return rows.filter(({ username, college }) => round(college) < round(saved.get(username))).length
}

const isBad = ({ status, retryAfter }: Seen) => status !== 200 && !(status === 503 && retryAfter)

async function restarts({ stack, restart }: Place, { count, report }: Run): Promise<void> {
  const times = count(20)
  const { seen, saved, end } = await traffic(stack)
  const late: number[] = []
  let slowest = 0
  for (let n = 0; n < times; n++) {
    await wait(2_000)
    await restart()
    const back = performance.now()
    await wait(7_000)
    const after = seen.filter(({ at, status }) => at > back && status !== 200).map(({ at }) => at - back)
    slowest = Math.max(slowest, ...after, 0)
    late.push(...after.filter(ms => ms > 5_000))
  }
  await end()
  const gone = await lost(stack, saved)
  const alive = (await fetch(`${stack.url}/health/ready`)).ok
  const bad = seen.filter(isBad)
  report({
    what: `${times} restarts, ${seen.length} calls`,
    figures:
      `${seen.filter(({ status }) => status === 503).length} answers of 503, ${bad.length} of another failure` +
      `${bad.length > 0 ? ` (${[...new Set(bad.map(({ status }) => status))].join(', ')})` : ''}, the last ${(slowest / 1000).toFixed(1)} s after it was back (≤ 5), ` +
      `${gone} answered writes lost, ${alive ? 'the process lives' : 'the process is gone'}`,
    kept: bad.length + late.length + gone === 0 && alive,
  })
}

async function freeze({ stack, postmaster }: Place, { count, report }: Run): Promise<void> {
  const seconds = Math.max(15, count(30))
  const { seen, saved, end } = await traffic(stack)
  await wait(3_000)
  const pids = await family(postmaster())
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const begun = performance.now()
  const health = []
  while (performance.now() - begun < seconds * 1_000) {
    await wait(2_000)
    const start = performance.now()
    const live = await fetch(`${stack.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
    const liveMs = performance.now() - start
    const ready = await fetch(`${stack.url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    health.push({ live, liveMs, ready, readyMs: performance.now() - start - liveMs })
  }
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const back = performance.now()
  await wait(12_000)
  await end()
  const gone = await lost(stack, saved)
  const slowest = Math.max(...seen.map(({ ms }) => ms))
  const bad = seen.filter(isBad)
  const failedAfter = seen.filter(({ at, status }) => at > back && status !== 200).map(({ at }) => at - back)
  const last = Math.max(0, ...failedAfter)
  report({
    what: `frozen for ${seconds} s, ${seen.length} calls`,
    figures:
      `slowest answer ${(slowest / 1000).toFixed(1)} s (≤ 10), ${bad.length} failures but 503, the last failure ${(last / 1000).toFixed(1)} s after it went on (≤ 5), ` +
      `${gone} answered writes lost; live ${health.filter(({ live }) => live).length} of ${health.length} times, at most ` +
      `${Math.max(...health.map(({ liveMs }) => liveMs)).toFixed(0)} ms; ready ${health.filter(({ ready }) => ready).length} times, at most ${(Math.max(...health.map(({ readyMs }) => readyMs)) / 1000).toFixed(1)} s`,
    kept:
      slowest <= 10_000 &&
      bad.length + gone === 0 &&
      last <= 5_000 &&
      health.every(({ live, ready, readyMs }) => live && !ready && readyMs <= 10_000),
  })
}

/** A process and all its descendants. */
async function family(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const children = await Promise.all(
    pids.map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? pid : null
    }),
  )
  return [parent, ...children.filter(pid => pid !== null)]
}

async function crowd({ stack, directUrl }: Place, { count, report }: Run): Promise<void> {
  const seconds = Math.max(5, count(20))
  const { seen, saved, end } = await traffic(stack)
  await wait(2_000)
  // The product's connections go first, so that it must open new ones.
  const strangers: pg.Client[] = []
  const taking = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: directUrl() })
      client.on('error', () => {})
      const refused = await client.connect().then(
        () => false,
        () => true,
      )
      if (refused) return
      strangers.push(client)
    }
  }
  await taking()
  await strangers[0]!.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ignite'",
  )
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    await taking()
    await wait(50)
  }
  await Promise.all(strangers.map(client => client.end()))
  const back = performance.now()
  await wait(8_000)
  await end()
  const gone = await lost(stack, saved)
  const bad = seen.filter(isBad)
  const failedAfter = seen.filter(({ at, status }) => at > back && status !== 200).map(({ at }) => at - back)
  const last = Math.max(0, ...failedAfter)
  report({
    what: `${strangers.length} connections taken for ${seconds} s, ${seen.length} calls`,
    figures:
      `${seen.filter(({ status }) => status === 503).length} answers of 503, ${bad.length} of another failure, the last ${(last / 1000).toFixed(1)} s after (≤ 5), ` +
      `${gone} answered writes lost, slowest ${(Math.max(...seen.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
    kept: bad.length + gone === 0 && last <= 5_000,
  })
}
