import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { bookings } from '#shared/api/bookings.ts'
import { freePort } from '../../local/ports.ts'
import { clusterFiles } from '../../local/postgres/cluster.ts'
import { startPostgres } from '../../local/postgres/postgres.ts'
import { readPidFile } from '../../local/postgres/processes.ts'
import { pay } from '../../test/factories/bookings.ts'
import { range } from '../../test/factories/made-up.ts'
import { startBalancer } from '../../test/harness/balancer.ts'
import { makeTemplate } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { type KillableStack, killableStackOn } from '../../test/harness/killable.ts'
import { mapConcurrently } from '../../test/harness/map-concurrently.ts'
import { type Crowd, holdFor, makeCrowd } from '../../test/money/crowd.ts'
import { onPostgres } from '../lib/stack.ts'
import type { Run, Target } from '../lib/target.ts'
import { repeat } from './repeat.ts'

export const crashTargets: Record<string, Target> = {
  'K-1': {
    asks: 'a server killed at each named point between hold and payout, 25 times: one charge and one booking, or none',
    run: run =>
      repeat(
        run,
        ['bookings', 'enrolments', 'withdrawals'].map(noun => `server/product/${noun}/crash.test.ts`),
        run.count(25),
      ),
  },
  'K-3': {
    asks: 'PostgreSQL killed 50 times while people book, pay and accept: nothing acknowledged is lost, and the server stays up',
    run: killDatabase,
  },
  'R-5': {
    asks: '10,000 holds that end at random, three servers killed at random: none outlives its end by 30 s, none is freed while it can be paid',
    run: run => onPostgres(url => endHolds(url, run)),
  },
}

/** What the server acknowledged to somebody. */
type Acknowledged = { id: string; state: 'held' | 'requested' | 'approved' }

async function killDatabase({ count, report }: Run): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ignite-hard-'))
  // It comes back on another port; its users know one fixed address.
  const addresses: string[] = []
  let postgres = await startPostgres({ dataDir })
  addresses[0] = postgres.url
  const front = await startBalancer(await freePort(), addresses)
  const url = new URL(postgres.url)
  url.port = new URL(front.url).port
  try {
    await makeTemplate(url.href)
    const stack = await killableStackOn(url.href)
    try {
      await stack.start()
      const began = await startedAt(stack)
      const told: Acknowledged[] = []
      const stop = new AbortController()
      const kills = count(50)
      const crowd = await makeCrowd(stack, 400 + 160 * kills)
      const traffic = Array.from({ length: 4 }, () => book(crowd, told, stop.signal))
      const pauses: number[] = []
      for (let kill = 0; kill < kills; kill++) {
        await wait(1_000 + Math.random() * 3_000)
        await killPostgres(dataDir)
        await postgres.died
        postgres = await startPostgres({ dataDir })
        addresses[0] = postgres.url
        const start = performance.now()
        await eventually('the server serves', () => serves(stack), 60_000)
        pauses.push((performance.now() - start) / 1000)
      }
      stop.abort()
      await Promise.all(traffic)
      const longest = Math.max(...pauses)
      const stays = (await startedAt(stack)) === began
      const lost = await lostOf(stack, told)
      report({
        what: `${kills} kills, ${told.length} acknowledgements`,
        figures: `${lost} lost; served again within ${longest.toFixed(1)} s (≤ 10); the server ${stays ? 'stayed up' : 'ended'}`,
        kept: lost === 0 && longest <= 10 && stays,
      })
    } finally {
      await stack.close()
    }
  } finally {
    await front.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One after the other books, pays and is accepted; leaves unanswered ones as they are. */
async function book(crowd: Crowd, told: Acknowledged[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const turn = crowd.next()
      const { id, url } = await holdFor(turn)
      told.push({ id, state: 'held' })
      await pay(url)
      const { body } = await turn.student.call(bookings.get, { params: { id }, query: {} })
      if (body?.booking?.status !== 'requested') continue
      told.push({ id, state: 'requested' })
      const accepted = await turn.tutor.call(bookings.approve, {
        body: { bookingId: id, remarks: '', terms: true },
      })
      if (accepted.status === 200) told.push({ id, state: 'approved' })
    } catch {
      // The answer was lost with the database, or every time is taken.
    }
    await wait(700)
  }
}

/** Acknowledgments whose bookings are missing, or not as far along. */
async function lostOf({ db }: KillableStack, told: Acknowledged[]): Promise<number> {
  const { rows } = await sql<Acknowledged>`select id, state from bookings`.execute(db)
  const now = new Map(rows.map(({ id, state }) => [id, state]))
  const order = ['held', 'requested', 'approved']
  return told.filter(({ id, state }) => order.indexOf(now.get(id) ?? '') < order.indexOf(state)).length
}

async function serves({ url }: KillableStack): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.ok ?? false
}

/** When the server's process began, according to its own metrics. */
async function startedAt({ url }: KillableStack): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return /^process_start_time_seconds (\S+)/m.exec(metrics)?.[1]
}

/** Kills this folder's PostgreSQL, with all its sessions. */
async function killPostgres(dataDir: string): Promise<void> {
  const { data } = clusterFiles(join(dataDir, 'postgres'))
  const { pid } = readPidFile(data)!
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]) === pid) children.push(Number(name))
  }
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

async function endHolds(url: string, { count, report }: Run): Promise<void> {
  const holds = count(10_000)
  const seconds = Math.max(90, (holds / 500) * 60)
  const stack = await killableStackOn(url)
  try {
    await stack.start()
    // An odd number, so that nobody gets the same time twice.
    const crowd = await makeCrowd(stack, holds, Math.ceil(holds / 2) | 1)
    await mapConcurrently(range(0, holds), 20, () => crowd.held())
    await sql`update bookings set held_until = now() + random() * ${seconds} * interval '1 second'`.execute(
      stack.db,
    )
    await sql`update pgboss.job set start_after = held_until
      from bookings where name = 'end-hold' and singleton_key = bookings.id::text`.execute(stack.db)
    const others = [await stack.another(), await stack.another()]
    for (const one of others) await one.start()
    const servers = [{ start: stack.start, kill: stack.kill }, ...others]
    let kills = 0
    let longest = 0
    const end = Date.now() + (seconds + 120) * 1000
    for (;;) {
      await wait(1_000)
      const { held, overdue } = await overdueOf(stack)
      longest = Math.max(longest, overdue)
      if (held === 0 || Date.now() > end) break
      if (Math.random() > 0.2) continue
      const one = servers[Math.floor(Math.random() * servers.length)]!
      await one.kill()
      kills++
      await one.start()
    }
    const { held } = await overdueOf(stack)
    const open = await freedWhileOpen(stack)
    report({
      what: `${holds} holds, ${kills} kills of three servers`,
      figures: `${held} still held; the latest ${longest.toFixed(0)} s after its end (≤ 30); ${open} freed while they could be paid`,
      kept: held === 0 && longest <= 30 && open === 0,
    })
  } finally {
    await stack.close()
  }
}

async function overdueOf({ db }: KillableStack): Promise<{ held: number; overdue: number }> {
  const { rows } = await sql<{ held: number; overdue: number }>`
    select count(*)::int as held,
      coalesce(greatest(0, extract(epoch from now() - min(held_until))), 0)::float as overdue
    from bookings where state = 'held'`.execute(db)
  return rows[0]!
}

type Ended = { type: string; created: number; data: { object: { metadata: { booking_id: string } } } }

/** Holds whose time was given up before the provider had ended their Checkout. */
async function freedWhileOpen({ db, outside }: KillableStack): Promise<number> {
  const state = await (await fetch(`${outside.url}/local/payments/control/state`)).json()
  const ended = new Map(
    (state as { event: Ended[] }).event
      .filter(({ type }) => type === 'checkout.session.expired')
      .map(({ created, data }) => [data.object.metadata.booking_id, created]),
  )
  const { rows } = await sql<{ id: string; at: number }>`
    select booking_id as id, extract(epoch from at)::float as at from booking_changes where to_state = 'expired'`.execute(
    db,
  )
  return rows.filter(({ id, at }) => (ended.get(id) ?? Number.POSITIVE_INFINITY) > at).length
}
