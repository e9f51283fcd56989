import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { PgBoss, type Queue, type QueueResult } from 'pg-boss'
import type { Config } from '../../config/config.ts'
import { withDates } from '../db/as-dates.ts'

export type QueueConfig = Pick<Config, 'databaseOwnerUrl'>

/**
 * A running job sends a heartbeat. Until its worker counts as dead, nobody else takes the job, and recurring
 * work stalls: a killed server's work waits this long, plus the search for such jobs. A worker may miss
 * heartbeats for twelve seconds before the job would run a second time beside it.
 */
export const heartbeat = { everySeconds: 3, deadAfterSeconds: 15, lookEverySeconds: 8 }

/** Tries for about a day, at last every one to two hours. */
export const retriesOfADay = { retryLimit: 24, retryDelayMax: 2 * 3600 }

/** pg-boss on our own pool, with our own schedules. */
export function openBoss(pool: pg.Pool, { databaseOwnerUrl }: QueueConfig, log: FastifyBaseLogger): PgBoss {
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values)
        // pg-boss does arithmetic with Dates. Several statements return several results.
        for (const one of [result].flat()) one.rows = withDates(one.rows)
        return result
      },
    },
    // pg-boss's own scheduler starts only work that is due in the minute in which it looks.
    schedule: false,
    // A role that doesn't own the database can't create schemas, so it got one of its own.
    createSchema: databaseOwnerUrl === undefined,
    superviseIntervalSeconds: heartbeat.lookEverySeconds,
    // One of the servers looks: less than the interval, or its own last look would block the next.
    monitorIntervalSeconds: heartbeat.lookEverySeconds - 1,
  })
  boss.on('error', error => log.error({ err: error }, 'background work failed'))
  return boss
}

/** A queue from an earlier start keeps its policy, and gets the other changed settings. */
export async function openQueue(
  boss: PgBoss,
  present: Map<string, QueueResult>,
  name: string,
  { policy, ...options }: Omit<Queue, 'name'> = {},
): Promise<void> {
  const settings = {
    // The bus says that there is work, after the commit.
    notify: false,
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
