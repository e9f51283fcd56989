import { connect, type Socket } from 'node:net'
import { posts } from '#shared/api/posts.ts'
import { killableStackOn } from '../../test/harness/killable.ts'
import type { Person } from '../../test/harness/person.ts'
import { percentile } from '../lib/measure.ts'
import { onPostgres } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'

export const slowTargets: Record<string, Target> = {
  'D-8': {
    asks: '1,000 slow headers, bodies and readers for 5 minutes: honest calls ≤ 3 × as slow, each slow socket gone in 30 s',
    run: run => onPostgres(url => siege(url, run)),
  },
}

/** Ways to be slow: what is sent first, and what is then repeated. */
const ways = {
  header: { first: (host: string) => `GET / HTTP/1.1\r\nhost: ${host}\r\n`, drop: 'x-drop: 1\r\n' },
  body: {
    first: (host: string) =>
      `POST /api/auth/sign-out HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
    drop: ' ',
  },
} as const
type Way = keyof typeof ways

const dropEveryMs = 2_000
/** At most this many reader sockets: each requests so much that no kernel buffers it all. */
const reads = 60

async function siege(postgresUrl: string, { count, report }: Run): Promise<void> {
  const stack = await killableStackOn(postgresUrl)
  const clients = count(1_000)
  const seconds = Math.max(45, count(300))
  try {
    await stack.start()
    const honest = await stack.signIn('honest')
    await measure(honest, 2_000)
    const before = await measure(honest, 10_000)
    const { lives, end } = besiege(stack.url, clients)
    const during = await measure(honest, seconds * 1_000)
    await end()
    const after = await measure(honest, 10_000)
    const control = (before.p99 + after.p99) / 2
    const ratio = during.p99 / control
    report({
      what: `honest calls beside ${clients} slow clients, ${seconds} s`,
      figures: `p99 ${during.p99.toFixed(1)} ms, without them ${control.toFixed(1)} ms: ${ratio.toFixed(2)} × (≤ 3), ${during.failed} of ${during.calls} failed`,
      kept: ratio <= 3 && during.failed === 0,
    })
    for (const way of Object.keys(ways) as Way[]) {
      const longest = Math.max(...lives[way])
      report({
        what: `sockets with a slow ${way}`,
        figures: `${lives[way].length} ended, the longest after ${(longest / 1000).toFixed(1)} s (≤ 30)`,
        kept: longest <= 30_000,
      })
    }
    await unread(stack.url, honest, report)
  } finally {
    await stack.close()
  }
}

async function measure(person: Person, forMs: number) {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + forMs
  while (performance.now() < until) {
    const start = performance.now()
    const { status } = await person.call(posts.list, { query: { type: 'recent', offset: 0 } })
    times.push(performance.now() - start)
    if (status !== 200) failed++
  }
  return { p99: percentile(times, 0.99), calls: times.length, failed }
}

/** Keeps this many slow sockets open, each replaced when the server ends it; `lives` are their lifetimes. */
function besiege(url: string, clients: number) {
  const { hostname, port, host } = new URL(url)
  const lives: Record<Way, number[]> = { header: [], body: [] }
  const open = new Set<{ socket: Socket; way: Way; since: number }>()
  let over = false
  const join = (way: Way) => {
    if (over) return
    const socket = connect(Number(port), hostname)
    const one = { socket, way, since: performance.now() }
    open.add(one)
    socket.on('error', () => {})
    socket.resume()
    socket.write(ways[way].first(host))
    socket.once('close', () => {
      open.delete(one)
      if (!over) lives[way].push(performance.now() - one.since)
      setTimeout(() => join(way), 50)
    })
  }
  for (let n = 0; n < clients; n++) join(n % 2 ? 'header' : 'body')
  const drops = setInterval(() => {
    for (const { socket, way } of open) if (socket.writable) socket.write(ways[way].drop)
  }, dropEveryMs)
  return {
    lives,
    async end() {
      over = true
      clearInterval(drops)
      const now = performance.now()
      for (const { socket, way, since } of open) {
        lives[way].push(now - since)
        socket.destroy()
      }
    },
  }
}

/** Readers who request a lot and read nothing: the server must not buffer without limit for them. */
async function unread(url: string, honest: Person, report: Run['report']): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const resident = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1024 / 1024
  }
  const before = await resident()
  const ask = `GET /api/reference/json HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(4)
  const sockets = Array.from({ length: reads }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.pause()
    socket.write(ask)
    return socket
  })
  const { p99, failed } = await measure(honest, 15_000)
  const added = (await resident()) - before
  for (const socket of sockets) socket.destroy()
  report({
    what: `${reads} readers who take nothing of four large answers each`,
    figures: `${added.toFixed(0)} MiB more (≤ 200), honest p99 ${p99.toFixed(1)} ms, ${failed} failed`,
    kept: added <= 200 && failed === 0,
  })
}
