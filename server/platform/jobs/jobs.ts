import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely } from 'pg-boss'
import type { Bus } from '../bus/bus.ts'
import { endsWithin } from '../closing.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { mostForJobs } from '../db/share-with-jobs.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { compareClocks, forgetFuture, watchClock } from './clock.ts'
import { openBoss, openQueue, type QueueConfig, retriesOfADay } from './queues.ts'
import { createSchedules, type Schedules } from './schedules.ts'
import { keepLooking, type Workers, work } from './workers.ts'

type Definition<D> = {
  run: (data: D) => Promise<void>
  /**
   * A cron line (UTC) for recurring work. Work that came due while no server was running runs once at the
   * next start.
   */
  every?: string
  /** For work that can take hours. */
  long?: boolean
  /**
   * For work that mostly waits for other services. Several of its jobs run at once, start in order and end in
   * any order. Anything that two of them may both change needs a lock or a key, just as between two servers.
   */
  sideBySide?: boolean
  /** For what people should still get after hours, such as mail: the other service may be away for a day, not only for minutes. */
  patient?: boolean
  /** What to do once after the last attempt failed or died. */
  onFailed?: (data: D) => Promise<void>
}

export type Jobs = {
  /** Defines the handler of a kind of job. Called once per kind, before `start`. */
  define<D extends object>(name: string, definition: Definition<D>): void
  /**
   * Names a kind of job that another service handles, so that it can be enqueued here. Called before `start`.
   */
  declare(name: string): void
  /**
   * Enqueues in the caller's transaction: the job exists if, and only if, that commits. `key` comes from our
   * own row; a second job with the same name and key is dropped while the first waits or runs. `at`: not
   * before then.
   */
  enqueue(trx: Database, name: string, key: string, data: object, at?: Temporal.Instant): Promise<void>
  start(): Promise<void>
  /** Starts no more jobs, and gives running ones a few seconds; unfinished ones are retried later. */
  stop(): Promise<void>
  /** The names of the jobs that run here. */
  running(): string[]
  /** How many tries failed here since the start, by the kind of job. */
  failures: ReadonlyMap<string, number>
}

/** How long an attempt may take: a dead worker is noticed much earlier, by its silence. */
const longestSeconds = { usual: 15 * 60, long: 6 * 3600 }

/** How long running jobs have to finish when the server shuts down. */
const graceMs = 8_000

/** Background work on PostgreSQL (pg-boss): retried with growing pauses, and not lost when a process dies. */
export function createJobs(
  pool: pg.Pool,
  bus: Bus,
  config: QueueConfig,
  log: FastifyBaseLogger,
  tracing?: Tracing,
): Jobs {
  const boss = openBoss(pool, config, log)
  const kinds: Kinds = { here: new Map(), elsewhere: new Set() }
  const failures = new Map<string, number>()
  const workers: Workers = { pool, boss, ids: new Map(), running: new Set(), failures, log, tracing }
  const enqueue: Jobs['enqueue'] = async (trx, name, key, data, at) => {
    const startAfter = at && { startAfter: at.toString() }
    const origin = tracing?.origin(at !== undefined)
    await boss.send(name, origin ? { ...data, origin } : data, {
      db: fromKysely(trx),
      singletonKey: key,
      ...startAfter,
    })
    if (!at) bus.tell(trx, { work: name })
  }
  bus.subscribe(notice => {
    const worker = 'work' in notice && workers.ids.get(notice.work)
    if (worker) boss.notifyWorker(worker)
  })
  const schedules = createSchedules(openDatabase(pool), (trx, name) => enqueue(trx, name, name, {}))
  const wasSetBack = watchClock(log)
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  return {
    define(name, definition) {
      kinds.here.set(name, definition)
    },
    declare(name) {
      kinds.elsewhere.add(name)
    },
    enqueue,
    async start() {
      await boss.start()
      // If more of a kind ran side by side, they would wait for each other’s connections.
      await startWork(workers, kinds, schedules, mostForJobs(pool.options.max))
      await forgetFuture(pool)
      const parts = { pool, log, schedules, wasSetBack, compareClocks: compareClocks(log) }
      looking = keepLooking(workers, parts, stopping.signal)
    },
    async stop() {
      stopping.abort()
      await looking
      // pg-boss checks every half second whether they have ended.
      await endsWithin(Promise.all([...workers.ids.keys()].map(name => boss.offWork(name))), graceMs)
      await boss.stop({ graceful: false })
    },
    running: () => [...workers.running].map(({ name }) => name),
    failures,
  }
}

type Kinds = { here: Map<string, Definition<never>>; elsewhere: Set<string> }

async function startWork(
  workers: Workers,
  { here, elsewhere }: Kinds,
  schedules: Schedules,
  mostSideBySide: number,
): Promise<void> {
  const { boss } = workers
  const present = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const name of elsewhere) {
    if (!here.has(name)) await openQueue(boss, present, name, { policy: 'exclusive' })
  }
  const failuresOf = (name: string) => `${name}-failures`
  // All queues before the first worker: a job may enqueue one of any kind.
  for (const [name, { long, patient, onFailed }] of here) {
    if (onFailed) await openQueue(boss, present, failuresOf(name))
    await openQueue(boss, present, name, {
      policy: 'exclusive',
      expireInSeconds: long ? longestSeconds.long : longestSeconds.usual,
      ...(patient && retriesOfADay),
      ...(onFailed && { deadLetter: failuresOf(name) }),
    })
  }
  for (const [name, { run, every, sideBySide, onFailed }] of here) {
    if (onFailed) await work(workers, failuresOf(name), onFailed)
    await work(workers, name, run, sideBySide ? mostSideBySide : 1)
    if (every) schedules.add(name, every)
  }
}
