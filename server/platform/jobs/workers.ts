import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { isAway } from '../db/pool.ts'
import { asJob } from '../db/share-with-jobs.ts'
import type { Origin, Tracing } from '../tracing/tracing.ts'
import { forgetFuture } from './clock.ts'
import { heartbeat } from './queues.ts'
import type { Schedules } from './schedules.ts'

/**
 * One look for all kinds of work finds retries and jobs without a notification. A look per kind would mean
 * dozens of statements a second on an idle server.
 */
const lookSeconds = { forAll: 1, byItself: 60 }

/** What was enqueued, and where from if that was traced. */
type JobData = { origin?: Origin }

export type Workers = {
  pool: pg.Pool
  boss: PgBoss
  /** The worker of each kind of job. */
  ids: Map<string, string>
  running: Set<Job<JobData>>
  /** How many tries failed here since the start, by the kind of job. */
  failures: Map<string, number>
  log: FastifyBaseLogger
  tracing: Tracing | undefined
}

type Run = (data: never) => Promise<void>

/** Handles one kind of job, this many at once. */
export async function work(workers: Workers, name: string, run: Run, batchSize = 1): Promise<void> {
  const { boss, ids } = workers
  const options = {
    batchSize,
    perJobResults: true as const,
    pollingIntervalSeconds: lookSeconds.byItself,
    notifyPollingIntervalSeconds: lookSeconds.byItself,
    heartbeatRefreshSeconds: heartbeat.everySeconds,
  }
  const worker = await boss.work<JobData>(name, options, async jobs => {
    try {
      return await Promise.all(jobs.map(job => outcomeOf(workers, job, run, jobs.length > 1)))
    } finally {
      // More may be waiting. Pausing only after an empty look keeps a backlog from running at one job a
      // second.
      boss.notifyWorker(worker)
    }
  })
  ids.set(name, worker)
}

async function outcomeOf(
  { pool, boss, running, failures, log, tracing }: Workers,
  job: Job<JobData>,
  run: Run,
  hasCompany: boolean,
): Promise<JobResult> {
  const { name, id } = job
  const { origin, ...data } = job.data ?? {}
  running.add(job)
  try {
    const begin = () => asJob(() => run(data as never))
    await (tracing ? tracing.job(name, origin, begin) : begin())
    // Completes each job by itself: otherwise it would count as running until the others end, and new jobs
    // with its key would be dropped. A failed job does wait for them: if another server retried it meanwhile,
    // it would end together with these.
    if (hasCompany) await boss.complete(name, id)
    return { id, status: 'completed' }
  } catch (error) {
    failures.set(name, (failures.get(name) ?? 0) + 1)
    log.warn({ err: error, work: name }, 'an attempt at a job failed')
    if (error instanceof Error && isAway(error)) await addAttempt(pool, job)
    return { id, status: 'failed', output: error }
  } finally {
    running.delete(job)
  }
}

/** Doesn't count an attempt that failed only because the database was away. If that is so still, it counts after all. */
async function addAttempt(pool: pg.Pool, { name, id }: Job): Promise<void> {
  await pool
    .query('update pgboss.job set retry_limit = retry_limit + 1 where name = $1 and id = $2', [name, id])
    .catch(() => undefined)
}

type Look = {
  pool: pg.Pool
  log: FastifyBaseLogger
  schedules: Schedules
  /** Whether the database's clock was set back since the last look. */
  wasSetBack: (now: Temporal.Instant) => boolean
  compareClocks: (now: Temporal.Instant, asked: number) => void
}

/** Looks for waiting jobs until it is told to stop. */
export async function keepLooking(workers: Workers, parts: Look, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look(workers, parts).catch(error =>
      parts.log.error({ err: error }, 'looking for waiting jobs failed'),
    )
    await wait(lookSeconds.forAll * 1000, null, { signal }).catch(() => {})
  }
}

/** Wakes the workers that have due jobs. */
async function look(
  { boss, ids }: Workers,
  { pool, schedules, wasSetBack, compareClocks }: Look,
): Promise<void> {
  const asked = Date.now()
  // The database's clock is the same for all servers.
  const { rows } = await pool.query<{ milliseconds: number; names: string[] }>(`
    select extract(epoch from date_trunc('milliseconds', now()))::float * 1000 as milliseconds,
      array(select name from pgboss.queue where exists (
        select from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked and start_after <= now())) as names`)
  const { milliseconds, names } = rows[0]!
  const now = Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds))
  compareClocks(now, asked)
  if (wasSetBack(now)) await forgetFuture(pool)
  await schedules.begin(now)
  for (const name of names) {
    const worker = ids.get(name)
    if (worker) boss.notifyWorker(worker)
  }
}
