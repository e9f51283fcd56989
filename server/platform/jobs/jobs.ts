import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss, type Queue, type QueueResult } from 'pg-boss'
import type { Config } from '../../config.ts'
import { endsWithin } from '../closing.ts'
import { withDates } from '../db/as-dates.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { listen } from '../db/listen.ts'
import { forgetFuture, watchClock } from './clock.ts'
import { createSchedules } from './schedules.ts'

type Definition<D> = {
  run: (data: D) => Promise<void>
  /** A cron line (UTC) for work that repeats by the clock. What came due while no server was up is done once, at the next start. */
  every?: string
  /** For work that may take hours. */
  long?: boolean
  /**
   * For work that mostly waits for somebody else. Several of its jobs go on at once, begun in their order and ended in any, so
   * that whatever two of them may both change must be locked or keyed by each: the same that keeps two servers apart.
   */
  sideBySide?: boolean
  /** What to do once where the last attempt has failed, or died. */
  onFailed?: (data: D) => Promise<void>
}

export type Jobs = {
  /** Says what a kind of job does. Called once a kind, before `start`. */
  define<D extends object>(name: string, definition: Definition<D>): void
  /** Names a kind of job that another service does, so that it can be enqueued wherever that one runs. Called before `start`. */
  declare(name: string): void
  /**
   * Enqueues in the caller's transaction: the job exists if, and only if, that commits. `key` comes from our own
   * row; a second job of the same name and key is dropped while the first waits or runs. `at`: not before then.
   */
  enqueue(trx: Database, name: string, key: string, data: object, at?: Temporal.Instant): Promise<void>
  start(): Promise<void>
  /** Begins no more, and gives those that run some seconds; what doesn't end is tried again later. */
  stop(): Promise<void>
  /** The names of the jobs that run here. */
  running(): string[]
}

/** How long an attempt may take: a worker that died is told by its silence, long before. */
const longestSeconds = { usual: 15 * 60, long: 6 * 3600 }

/**
 * A running job says that it is alive. Until the worker of one is known to be dead, nobody else takes it, and repeated
 * work stands still: this is how long a killed server's work waits, with the look around for such jobs. A worker may be
 * kept from saying so for twelve seconds, or the job would run a second time beside it.
 */
const heartbeat = { everySeconds: 3, deadAfterSeconds: 15, lookEverySeconds: 8 }

/** How long the jobs that run have to end when the server does. */
const graceMs = 8_000

/** How many jobs of a kind go on side by side. Each has one connection now and then; half of the pool stays for requests. */
const atOnce = (pool: pg.Pool) => Math.max(1, Math.floor(pool.options.max / 2))

/**
 * What is tried again, and what no notification told of, is found by one look for all kinds of work. A look of each kind's own
 * would be dozens of statements a second at a server that has nothing to do.
 */
const lookSeconds = { forAll: 1, byItself: 60 }

/** Background work on PostgreSQL (pg-boss): retried with growing pauses, never lost with the process. */
export function createJobs(
  pool: pg.Pool,
  { databaseUrl, databaseOwnerUrl }: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>,
  log: FastifyBaseLogger,
): Jobs {
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values)
        // pg-boss computes with times as Dates. Of several statements there are several results.
        for (const one of [result].flat()) one.rows = withDates(one.rows)
        return result
      },
      listen: (channel, onNotification, onReconnect) =>
        listen(databaseUrl, channel, { hear: onNotification, onReconnect }),
    },
    // A job is begun when its transaction commits.
    useListenNotify: true,
    // Its own begins only what is due in the minute in which it looks.
    schedule: false,
    // Whoever runs without owning the database may create none, and was given its own.
    createSchema: databaseOwnerUrl === undefined,
    superviseIntervalSeconds: heartbeat.lookEverySeconds,
    // Of several servers one looks: less than the interval, or its own last look would keep it from the next.
    monitorIntervalSeconds: heartbeat.lookEverySeconds - 1,
  })
  boss.on('error', error => log.error({ err: error }, 'background work failed'))
  const definitions = new Map<string, Definition<never>>()
  const elsewhere = new Set<string>()
  const workers = new Map<string, string>()
  const running = new Set<Job<unknown>>()
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  const enqueue: Jobs['enqueue'] = async (trx, name, key, data, at) => {
    const startAfter = at && { startAfter: at.toString() }
    await boss.send(name, data, { db: fromKysely(trx), singletonKey: key, ...startAfter })
  }
  const schedules = createSchedules(openDatabase(pool), (trx, name) => enqueue(trx, name, name, {}))
  const wasSetBack = watchClock(log)

  async function work(name: string, run: Definition<never>['run'], batchSize = 1): Promise<void> {
    const options = {
      batchSize,
      perJobResults: true as const,
      pollingIntervalSeconds: lookSeconds.byItself,
      notifyPollingIntervalSeconds: lookSeconds.byItself,
      heartbeatRefreshSeconds: heartbeat.everySeconds,
    }
    const worker = await boss.work(name, options, async jobs => {
      try {
        return await Promise.all(jobs.map(job => outcomeOf(job, run, jobs.length > 1)))
      } finally {
        // More may wait. Only a look that finds nothing ends in a pause, or a backlog would go on at a job a second.
        boss.notifyWorker(worker)
      }
    })
    workers.set(name, worker)
  }

  /** Wakes whoever has something to do by now. */
  async function look(): Promise<void> {
    // The database's clock is one for all servers.
    const { rows } = await pool.query<{ milliseconds: number; names: string[] }>(`
      select extract(epoch from date_trunc('milliseconds', now()))::float * 1000 as milliseconds,
        array(select name from pgboss.queue where exists (
          select from pgboss.job
          where job.name = queue.name and state < 'active' and not blocked and start_after <= now())) as names`)
    const { milliseconds, names } = rows[0]!
    const now = Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds))
    if (wasSetBack(now)) await forgetFuture(pool)
    await schedules.begin(now)
    for (const name of names) {
      const worker = workers.get(name)
      if (worker) boss.notifyWorker(worker)
    }
  }

  async function keepLooking(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await look().catch(error => log.error({ err: error }, 'work that waits wasn’t looked for'))
      await wait(lookSeconds.forAll * 1000, null, { signal }).catch(() => {})
    }
  }

  async function outcomeOf(
    job: Job<unknown>,
    run: Definition<never>['run'],
    hasCompany: boolean,
  ): Promise<JobResult> {
    const { name, id, data } = job
    running.add(job)
    try {
      await run(data as never)
      // Else it would count as running until the others end, and what is enqueued under its key be dropped. One that failed
      // does wait for them: tried again meanwhile at another server, it would end with these here.
      if (hasCompany) await boss.complete(name, id)
      return { id, status: 'completed' }
    } catch (error) {
      return { id, status: 'failed', output: error }
    } finally {
      running.delete(job)
    }
  }

  /** A queue that is there from an earlier start keeps its kind, and takes on what has changed of the rest. */
  async function openQueue(
    present: Map<string, QueueResult>,
    name: string,
    { policy, ...options }: Omit<Queue, 'name'> = {},
  ): Promise<void> {
    const settings = {
      notify: true,
      retryLimit: 8,
      retryDelay: 1,
      retryBackoff: true,
      heartbeatSeconds: heartbeat.deadAfterSeconds,
      ...options,
    }
    const queue = present.get(name)
    if (!queue) return boss.createQueue(name, { ...settings, ...(policy && { policy }) })
    const isSame = Object.entries(settings).every(([key, value]) => queue[key as keyof Queue] === value)
    if (!isSame) await boss.updateQueue(name, settings)
  }

  return {
    define(name, definition) {
      definitions.set(name, definition)
    },
    declare(name) {
      elsewhere.add(name)
    },
    enqueue,
    async start() {
      await boss.start()
      const present = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
      for (const name of elsewhere) {
        if (!definitions.has(name)) await openQueue(present, name, { policy: 'exclusive' })
      }
      for (const [name, { run, every, long, sideBySide, onFailed }] of definitions) {
        const failures = `${name}-failures`
        if (onFailed) {
          await openQueue(present, failures)
          await work(failures, onFailed)
        }
        await openQueue(present, name, {
          policy: 'exclusive',
          expireInSeconds: long ? longestSeconds.long : longestSeconds.usual,
          ...(onFailed && { deadLetter: failures }),
        })
        await work(name, run, sideBySide ? atOnce(pool) : 1)
        if (every) schedules.add(name, every)
      }
      await forgetFuture(pool)
      looking = keepLooking()
    },
    async stop() {
      stopping.abort()
      await looking
      // pg-boss itself looks every half second whether they have ended.
      await endsWithin(Promise.all([...workers.keys()].map(name => boss.offWork(name))), graceMs)
      await boss.stop({ graceful: false })
    },
    running: () => [...running].map(({ name }) => name),
  }
}
