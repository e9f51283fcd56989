import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type Transaction, type TransactionBuilder } from 'kysely'
import { DatabaseError } from 'pg'
import { isOutdated } from './pool.ts'
import type { DB } from './types.gen.ts'

/** The database or a transaction on it: the first parameter of every query function. */
export type Database = Kysely<DB>
export type Trx = Transaction<DB>

/** A query builder over the pool, which runs a transaction once more if it loses to another one or to a migration. */
export function openDatabase(pool: PostgresPool): Database {
  return new RetryingDatabase({ dialect: new PostgresDialect({ pool }) })
}

/** What follows the commit of a running transaction. */
const following = new WeakMap<Database, (() => void)[]>()

/**
 * Acts once a transaction has committed, and not if it is rolled back. Outside of a transaction, acts at once. `act` must not throw: the
 * caller would think that the transaction failed, and what else follows the commit would be lost.
 */
export function afterCommit(db: Database, act: () => void): void {
  const acts = following.get(db)
  if (acts) acts.push(act)
  else if (db.isTransaction)
    throw new Error('afterCommit only works in transactions started with transaction().execute().')
  else act()
}

/**
 * Retries a transaction once after a deadlock, a serialization failure, or a newer server's migration. That is safe: PostgreSQL rolled
 * it back, and its only outside effects are jobs, which are part of it. Locks have a fixed order, so deadlocks should never happen.
 */
class RetryingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const builderExecute = builder.execute.bind(builder)
    const execute: typeof builder.execute = async run => {
      const acts: (() => void)[] = []
      const result = await builderExecute(trx => {
        following.set(trx, acts)
        return run(trx)
      })
      for (const act of acts) act()
      return result
    }
    builder.execute = run =>
      execute(run).catch(async error => {
        // The winner is only just waking up: an immediate retry would take the same row first, and lose
        // again.
        if (lostAgainstAnother(error)) await setTimeout(100 + randomInt(100))
        else if (!isOutdated(error)) throw error
        return execute(run)
      })
    return builder
  }
}

/** Whether PostgreSQL ended a transaction because of a deadlock or a serialization failure. */
function lostAgainstAnother(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}
