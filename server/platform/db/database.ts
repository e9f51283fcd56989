import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import type pg from 'pg'
import { DatabaseError } from 'pg'
import type { DB } from './types.gen.ts'

/** The database or a transaction on it: what every query function takes first. */
export type Database = Kysely<DB>
export type Trx = Transaction<DB>

export function openDatabase(pool: pg.Pool): Database {
  return new RetryingDatabase({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Runs a transaction once more where it lost against another: nothing of it is left, and what it wants done outside is a job in
 * it. Locks are taken in one order, so that this is for what nobody foresaw.
 */
class RetryingDatabase extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = run =>
      execute(run).catch(async error => {
        if (!lostAgainstAnother(error)) throw error
        // Who won only just wakes up: at once, this one would take the same row before them, and lose again.
        await setTimeout(100 + randomInt(100))
        return execute(run)
      })
    return builder
  }
}

/** Whether PostgreSQL ended a transaction as a deadlock's, or as one that can't be put in a row with others. */
function lostAgainstAnother(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40P01' || error.code === '40001')
}
