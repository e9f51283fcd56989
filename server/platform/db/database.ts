import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type pg from 'pg'
import type { DB } from './types.gen.ts'

/** The database or a transaction on it: what every query function takes first. */
export type Database = Kysely<DB>
export type Trx = Transaction<DB>

export function openDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
