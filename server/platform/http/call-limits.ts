import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { problem } from './problem.ts'

/** The address that counts as one caller: of IPv6 the network, of which every household has its own. */
export function callerAddress(ip: string): string {
  return isIPv6(ip) ? normalizeIP(ip, 64) : ip
}

/** The address that a request came from, as the framework finds it: what stands before the headers of our own proxies anyone can write. */
export function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  const nearestFirst = [socket.remoteAddress ?? '', ...forwarded.reverse()]
  return callerAddress(nearestFirst[Math.min(trustedProxies, nearestFirst.length - 1)]!)
}

/** A minute that began in the future is over: the clock was set back. */
const isPresent = sql`known.began_at between now() - interval '1 minute' and now()`

/** Counts a call of somebody's, on all servers together; refuses it once they have made it `most` times in a minute. */
export async function countCall(db: Database, call: string, caller: string, most: number): Promise<void> {
  const { rows } = await sql<{ count: number; seconds: number }>`
    insert into platform.call_counts as known (call, caller, began_at, count) values (${call}, ${caller}, now(), 1)
    on conflict (call, caller) do update set
      began_at = case when ${isPresent} then known.began_at else now() end,
      count = case when ${isPresent} then known.count + 1 else 1 end
    returning count, ceil(60 - extract(epoch from now() - began_at))::int as seconds`.execute(db)
  const { count, seconds } = rows[0]!
  if (count > most) throw tooMany(seconds)
}

/** The refusal of a caller who asks too much. */
export function tooMany(retryAfterSeconds: number) {
  return problem('rate_limited', 'That was a lot at once. Wait a moment and try again.', {
    retryAfterSeconds,
  })
}

/** Every ten minutes, minutes that are over are forgotten. */
export function defineCountSweep(jobs: Jobs, db: Database): void {
  jobs.define('sweep-call-counts', {
    every: '*/10 * * * *',
    run: async () => {
      await sql`delete from platform.call_counts where began_at < now() - interval '1 minute'`.execute(db)
    },
  })
}
