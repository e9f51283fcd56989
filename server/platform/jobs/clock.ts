import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

/** More than a slow answer makes of it. */
const stepSeconds = 10

/**
 * Watches the database's clock by the machine's uninterrupted one. Answers, of each look at it, whether it was set back since the
 * last one (by NTP, or by a laptop that woke), and says in the log when it was set at all.
 */
export function watchClock(log: FastifyBaseLogger): (now: Temporal.Instant) => boolean {
  let last: { now: Temporal.Instant; measured: number } | undefined
  return now => {
    const measured = performance.now()
    const passed = last && (now.epochMilliseconds - last.now.epochMilliseconds) / 1000
    const step = last && passed !== undefined ? passed - (measured - last.measured) / 1000 : 0
    last = { now, measured }
    if (Math.abs(step) < stepSeconds) return false
    log.warn({ seconds: Math.round(step) }, 'the clock of the database was set')
    return step < 0
  }
}

/**
 * What pg-boss has marked with a time that is still to come, as it was marked before the clock was set back, is marked with the
 * present: it would wait for the old time without a word. What was to begin at a later moment still does.
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
