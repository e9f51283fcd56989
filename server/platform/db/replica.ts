import type { FastifyBaseLogger } from 'fastify'
import { timeLimits } from '../time-limits.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { type Database, openDatabase } from './database.ts'
import { openPool } from './pool.ts'

/** A replica that is further behind than this isn't read. */
export const mostLagMs = 1_000

const lookEveryMs = 100

/** A standby of the database, on which calls that may lag are read. */
export type Replica = {
  db: Database
  /** Whether everything that was committed a second ago is in it. */
  isFresh(): boolean
  start(): void
  close(): Promise<void>
}

type Settings = { databaseUrl: string; databaseReplicaUrl: string; databasePoolSize: number }

/**
 * Ten times a second, asks the primary how far its log is, and then the replica whether it has applied that much. So
 * whatever happens to the replica, or to the line to it, it is read for a second at most without having what
 * was committed before.
 */
export function createReplica(settings: Settings, log: FastifyBaseLogger, tracing?: Tracing): Replica {
  const { databaseUrl, databaseReplicaUrl, databasePoolSize } = settings
  const db = openDatabase(
    openPool(
      { databaseUrl: databaseReplicaUrl, databasePoolSize },
      { silenceMs: timeLimits.replicaSilence, tracing },
    ),
  )
  // Connections of their own: behind people's reads, asking would take so long that the replica seems to lag.
  const askOn = (url: string) => openPool({ databaseUrl: url, databasePoolSize: 1 }, { silenceMs: mostLagMs })
  const primary = askOn(databaseUrl)
  const replica = askOn(databaseReplicaUrl)
  /** Where the primary's log was, and when. */
  let mark: { position: string; at: number } | undefined
  /** Everything that was committed before is in the replica. */
  let hasAllSince = Number.NEGATIVE_INFINITY
  let wasReadAt = performance.now()
  let isLeft = false
  let again: NodeJS.Timeout | undefined
  let closed = false

  const isOld = (at: number) => performance.now() - at > mostLagMs
  const isFresh = () => !isOld(hasAllSince)

  async function look(): Promise<void> {
    if (!mark || isOld(mark.at)) {
      const at = performance.now()
      const { rows } = await primary.query('select pg_current_wal_lsn()::text as position')
      mark = { position: rows[0].position, at }
    }
    const { rows } = await replica.query(
      'select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() >= $1::pg_lsn as has',
      [mark.position],
    )
    const { follows, has } = rows[0]
    if (!follows) throw new Error('it is no standby')
    if (!has) return
    hasAllSince = mark.at
    mark = undefined
  }

  async function keepLooking(): Promise<void> {
    try {
      await look()
      if (isFresh()) use()
      else if (isOld(wasReadAt)) leave('it is more than a second behind')
    } catch (error) {
      hasAllSince = Number.NEGATIVE_INFINITY
      leave((error as Error).message)
    }
    if (!closed) again = setTimeout(keepLooking, lookEveryMs)
  }

  function use(): void {
    wasReadAt = performance.now()
    if (isLeft) log.info('the replica is read again')
    isLeft = false
  }

  function leave(reason: string): void {
    if (!isLeft && !closed) log.warn({ reason }, 'the replica isn’t usable; reads go to the primary')
    isLeft = true
  }

  return {
    db,
    isFresh,
    start: () => void keepLooking(),
    async close() {
      closed = true
      clearTimeout(again)
      await Promise.all([db.destroy(), primary.end(), replica.end()])
    },
  }
}
