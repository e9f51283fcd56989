import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { problem } from './problem.ts'

/** The address that counts as one caller: for IPv6 the network, since each household has its own. */
export function callerAddress(ip: string): string {
  return isIPv6(ip) ? normalizeIP(ip, 64) : ip
}

/**
 * The address of a request, according to the framework: anyone can write what comes before our own proxies'
 * headers.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  const nearestFirst = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return callerAddress(nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)]!)
}

/**
 * A minute that begins in the future means the clock was set back, so it is over. Reads the time after
 * locking the row: `now()` is when the transaction began, so of two simultaneous calls, the one that waited
 * would see its minute in the future.
 */
const time = sql`clock_timestamp()`
const isPresent = sql`known.began_at between ${time} - interval '1 minute' and ${time}`

/** Counts a call across all servers; refuses it after `most` calls in a minute. */
export async function countCall(db: Database, call: string, caller: string, most: number): Promise<void> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    insert into platform.call_counts as known (call, caller, began_at, count) values (${call}, ${caller}, ${time}, 1)
    on conflict (call, caller) do update set
      began_at = case when ${isPresent} then known.began_at else ${time} end,
      count = case when ${isPresent} then known.count + 1 else 1 end
    returning count, ceil(60 - extract(epoch from ${time} - began_at))::int as seconds`.execute(db)
  const { count, seconds } = rows[0]!
  if (count > most) throw tooMany(seconds)
}

/** The refusal of a caller who makes too many calls. */
export function tooMany(retryAfterSeconds: number) {
  return problem('rate_limited', 'You’re going too fast. Wait a moment and try again.', {
    retryAfterSeconds,
  })
}

/** Every ten minutes, forgets the minutes that are over. */
export function defineCountSweep(jobs: Jobs, db: Database): void {
  jobs.define('sweep-call-counts', {
    every: '*/10 * * * *',
    run: async () => {
      await sql`delete from platform.call_counts where began_at < now() - interval '1 minute'`.execute(db)
    },
  })
}
