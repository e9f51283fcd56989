import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** More than a slow answer could explain. */
const stepSeconds = 10

/** Servers compare times that others wrote: a ticket for a live connection works for 30 seconds. */
const apartSeconds = 5

/** Logs when the database's clock and the machine's begin to differ. `asked`: what the machine's said before the database was asked. */
export function compareClocks(log: FastifyBaseLogger): (now: Temporal.Instant, asked: number) => void {
  let differ = false
  return ({ epochMilliseconds: now }, asked) => {
    // A slow answer explains any time in between.
    const ahead = Math.max(now - Date.now(), 0) + Math.min(now - asked, 0)
    const before = differ
    differ = Math.abs(ahead) > apartSeconds * 1000
    if (differ && !before)
      log.warn({ seconds: Math.round(ahead / 1000) }, 'the database’s clock and this machine’s differ')
  }
}

/**
 * Compares the database's clock with the machine's monotonic one. Each look returns whether the clock was set
 * back since the last one (by NTP, or by a laptop that woke up), and logs any jump.
 */
export function watchClock(log: FastifyBaseLogger): (now: Temporal.Instant) => boolean {
  let last: { now: Temporal.Instant; measured: number } | undefined
  return now => {
    const measured = performance.now()
    const passed = last && (now.epochMilliseconds - last.now.epochMilliseconds) / 1000
    const step = last && passed !== undefined ? passed - (measured - last.measured) / 1000 : 0
    last = { now, measured }
    if (Math.abs(step) < stepSeconds) return false
    log.warn({ seconds: Math.round(step) }, 'the database’s clock was moved backward or forward')
    return step < 0
  }
}

/**
 * Jobs that pg-boss stamped with a time before the clock was set back would silently wait for that time
 * again, so this sets their stamps to now. Jobs scheduled for later still wait.
 */
export async function forgetFuture(pool: pg.Pool): Promise<void> {
  const mark = (column: string) => `${column} = case when ${column} > now() then now() else ${column} end`
  const statements = [
    `update pgboss.version set ${['cron_on', 'bam_on', 'flow_on', 'reindex_on'].map(mark)}
      where greatest(cron_on, bam_on, flow_on, reindex_on) > now()`,
    `update pgboss.queue set ${['monitor_claim_on', 'monitor_on', 'maintain_on'].map(mark)}
      where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`,
    `update pgboss.job set start_after = now(), created_on = now()
      where state = 'created' and created_on > now() and start_after <= created_on`,
    `update pgboss.job set start_after = now(), started_on = now() where state = 'retry' and started_on > now()`,
    `update pgboss.job set ${['started_on', 'heartbeat_on'].map(mark)}
      where state = 'active' and greatest(started_on, heartbeat_on) > now()`,
  ]
  for (const statement of statements) await pool.query(statement)
}
