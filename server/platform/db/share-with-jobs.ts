import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { createSemaphore } from '../semaphore.ts'

const inJob = new AsyncLocalStorage<true>()

/** Runs a background job, so that the connections it takes count as those of jobs. */
export function asJob<T>(run: () => Promise<T>): Promise<T> {
  return inJob.run(true, run)
}

/** How many connections of a pool of this size all jobs together may hold: half, and at least one. */
export function mostForJobs(poolSize: number): number {
  return Math.max(1, Math.floor(poolSize / 2))
}

/**
 * The pool of a server's requests and jobs. Requests may use all of it; jobs wait for each other at half, so that
 * requests needn’t wait for a pool full of jobs. A job that waits for longer than `mostWaitMs` fails. So within a
 * transaction, a job makes all its queries by that: it might wait for itself.
 */
export function shareWithJobs(pool: pg.Pool, mostWaitMs = 60_000): PostgresPool {
  const most = mostForJobs(pool.options.max)
  const turns = createSemaphore(most, Number.POSITIVE_INFINITY)

  async function connectAsJob(): Promise<pg.PoolClient> {
    const leave = await turns.enter(AbortSignal.timeout(mostWaitMs)).catch(() => {
      throw new Error(
        `No connection for this job within ${mostWaitMs / 1000} s: jobs are using all ${most} they may have. Is this job asking for a second one inside a transaction?`,
      )
    })
    const client = await pool.connect().catch(error => {
      leave()
      throw error
    })
    // The pool sets it anew each time it hands the client out.
    const { release } = client
    client.release = destroy => {
      release(destroy)
      leave()
    }
    return client
  }

  return {
    options: pool.options,
    connect: () => (inJob.getStore() ? connectAsJob() : pool.connect()),
    end: () => pool.end(),
  }
}
