import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'kysely'
import { durationText } from '#shared/domain/duration-text.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Redis, RedisClient } from '../redis/redis.ts'
import { problem } from './problem.ts'

/** The address that counts as one caller: for IPv6 the network, since each household has its own. */
export function callerAddress(ip: string): string {
  return isIPv6(ip) ? normalizeIP(ip, 64) : ip
}

/** Trusts the addresses that our own proxies wrote. Anyone can write those before them. */
export function trustProxies(ours: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < ours
}

/** The caller of a request that Fastify doesn't handle, such as a socket's, found as Fastify finds `request.ip`. */
export function callerOfSocket(request: IncomingMessage, trustedProxies: number): string {
  return callerAddress(proxyAddr(request, trustProxies(trustedProxies)))
}

type Counted = { count: number; seconds: number }

/**
 * Counts a call across all servers; refuses it after `most` calls in a minute. Without Redis, or while it is
 * away, the database counts, so that a limit always holds.
 */
export async function countCall(
  { db, redis }: { db: Database; redis: Redis | undefined },
  call: string,
  caller: string,
  most: number,
): Promise<void> {
  const inRedis = await redis?.ask(client => countInRedis(client, call, caller)).catch(() => undefined)
  const { count, seconds } = inRedis ?? (await countInDatabase(db, call, caller))
  if (count > most) throw tooMany(seconds)
}

/**
 * A minute that begins in the future means the clock was set back, so it is over. Reads the time after
 * locking the row: `now()` is when the transaction began, so of two simultaneous calls, the one that waited
 * would see its minute in the future.
 */
const time = sql`clock_timestamp()`
const isPresent = sql`known.began_at between ${time} - interval '1 minute' and ${time}`

async function countInDatabase(db: Database, call: string, caller: string): Promise<Counted> {
  const { rows } = await sql<Counted>`
    insert into platform.call_counts as known (call, caller, began_at, count) values (${call}, ${caller}, ${time}, 1)
    on conflict (call, caller) do update set
      began_at = case when ${isPresent} then known.began_at else ${time} end,
      count = case when ${isPresent} then known.count + 1 else 1 end
    returning count, ceil(60 - extract(epoch from ${time} - began_at))::int as seconds`.execute(db)
  return rows[0]!
}

/** The minute is the life of the key. It lasts longer than that only if the clock was set back, and is over. */
const script = `
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or left > 60000 then
    left = 60000
    redis.call('SET', KEYS[1], 0, 'PX', left)
  end
  return { redis.call('INCR', KEYS[1]), left }`

async function countInRedis(client: RedisClient, call: string, caller: string): Promise<Counted> {
  const [count, leftMs] = (await client.eval(script, { keys: [countKey(call, caller)] })) as [number, number]
  return { count, seconds: Math.ceil(leftMs / 1000) }
}

/** Where Redis counts the calls of one caller in the present minute. */
export const countKey = (call: string, caller: string) => `calls:${call}:${caller}`

const today = sql`(clock_timestamp() at time zone 'UTC')::date`

/** Counts a call across all servers; refuses it after `most` calls on a day of UTC. */
export async function countCallOfDay(
  db: Database,
  call: string,
  caller: string,
  most: number,
): Promise<void> {
  const { rows } = await sql<Counted>`
    insert into platform.calls_of_day as known (call, caller, day, count) values (${call}, ${caller}, ${today}, 1)
    on conflict (call, caller) do update set day = excluded.day,
      count = case when known.day = excluded.day then known.count + 1 else 1 end
    returning count,
      ceil(extract(epoch from (day + 1)::timestamp at time zone 'UTC' - clock_timestamp()))::int as seconds`.execute(
    db,
  )
  const { count, seconds } = rows[0]!
  if (count <= most) return
  throw problem('rate_limited', `You’ve done this too often today. Try again in ${durationText(seconds)}.`, {
    retryAfterSeconds: seconds,
  })
}

/** The refusal of a caller who makes too many calls. */
export function tooMany(retryAfterSeconds: number) {
  return problem('rate_limited', 'You’re going too fast. Wait a moment and try again.', {
    retryAfterSeconds,
  })
}

/** Every ten minutes, forgets the minutes and days that are over. */
export function defineCountSweep(jobs: Jobs, db: Database): void {
  jobs.define('sweep-call-counts', {
    every: '*/10 * * * *',
    run: async () => {
      await sql`delete from platform.call_counts where began_at < now() - interval '1 minute'`.execute(db)
      await sql`delete from platform.calls_of_day where day < ${today}`.execute(db)
    },
  })
}
