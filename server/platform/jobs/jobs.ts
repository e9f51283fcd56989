import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { listen } from './listen.ts'

type Definition<D> = {
  run: (data: D) => Promise<void>
  /** A cron line (UTC) for work that repeats by the clock. */
  every?: string
  /** For work that may take hours: a worker that died is told by its silence, not by the time that passed. */
  long?: boolean
  /** What to do once where the last attempt has failed, or died. */
  onFailed?: (data: D) => Promise<void>
}

export type Jobs = {
  /** Says what a kind of job does. Called once a kind, before `start`. */
  define<D extends object>(name: string, definition: Definition<D>): void
  /**
   * Enqueues in the caller's transaction: the job exists if, and only if, that commits. `key` comes from our own
   * row; a second job of the same name and key is dropped while the first waits or runs.
   */
  enqueue(trx: Database, name: string, key: string, data: object): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** How long an attempt of long work may take. */
const longestHours = 6

/** Background work on PostgreSQL (pg-boss): retried with growing pauses, never lost with the process. */
export function createJobs(pool: pg.Pool, databaseUrl: string, log: FastifyBaseLogger): Jobs {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      listen: (channel, onNotification, onReconnect) =>
        listen(databaseUrl, channel, onNotification, onReconnect),
    },
    // A job is begun when its transaction commits. Polling remains, for retries and where a pooler passes no notifications.
    useListenNotify: true,
  })
  boss.on('error', error => log.error({ err: error }, 'background work failed'))
  const definitions = new Map<string, Definition<never>>()
  const work = (name: string, run: Definition<never>['run']) =>
    boss.work(
      name,
      { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, burstWhenBatchFull: true },
      async jobs => {
        for (const job of jobs) await run(job.data as never)
      },
    )
  return {
    define(name, definition) {
      definitions.set(name, definition)
    },
    async enqueue(trx, name, key, data) {
      await boss.send(name, data, { db: fromKysely(trx), singletonKey: key })
    },
    async start() {
      await boss.start()
      for (const [name, { run, every, long, onFailed }] of definitions) {
        const failures = `${name}-failures`
        if (onFailed) {
          await boss.createQueue(failures, { notify: true, retryLimit: 8, retryDelay: 1, retryBackoff: true })
          await work(failures, onFailed)
        }
        await boss.createQueue(name, {
          policy: 'exclusive',
          notify: true,
          retryLimit: 8,
          retryDelay: 1,
          retryBackoff: true,
          ...(long && { expireInSeconds: longestHours * 3600, heartbeatSeconds: 60 }),
          ...(onFailed && { deadLetter: failures }),
        })
        await work(name, run)
        if (every) await boss.schedule(name, every, {}, { singletonKey: name })
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
