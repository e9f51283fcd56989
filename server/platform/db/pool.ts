import pg from 'pg'
import type { Config } from '../../config.ts'
import type { Closing } from '../closing.ts'
import { timeParsers, withInstantsAsText } from './instants.ts'

// Planning a feed query costs more than running it, and neither `pg` nor Kysely prepares by itself; a named
// statement is planned once a connection. Texts beyond the bound (lists of varying length) stay unprepared, so
// that a connection's memory can't grow without end.
const maxPrepared = 500
const statementNames = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= maxPrepared) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** What the driver says where the database took a statement and answered nothing. */
export const unanswered = 'Query read timeout'

class PreparingClient extends pg.Client {
  // @types/pg declares `query` as a bundle of overloads that no single signature satisfies.
  override query = ((...args: unknown[]) => {
    const [text, values] = args
    const run = super.query.bind(this) as (...forwarded: unknown[]) => unknown
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return run(...args)
    const asked = run(
      { name: statementName(text), text, values: withInstantsAsText(values) },
      ...args.slice(2),
    )
    // What an answer never came for isn't waited for again, neither by the rollback nor by whoever is lent the connection next.
    if (asked instanceof Promise) {
      asked.catch(({ message }: Error) => {
        if (message === unanswered) this.connection.stream.destroy()
      })
    }
    return asked
  }) as pg.Client['query']
}

const int8 = pg.types.builtins.INT8

/**
 * Opens a pool of connections. Statements are prepared and bounded in time; `silenceMs` also bounds how long a database may say
 * nothing, which a statement that was given more time would be taken for.
 */
export function openPool(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize'>,
  { silenceMs = 0 }: { silenceMs?: number } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: config.databasePoolSize,
    Client: PreparingClient,
    connectionTimeoutMillis: 3_500,
    statement_timeout: 6_000,
    // Of a database that hangs, which ends no statement itself.
    query_timeout: silenceMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'ignite',
    types: {
      // Counts and sizes are bigint in the database and far below 2^53 in life.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : (timeParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')),
    },
  } as pg.PoolConfig)
  // A connection that breaks while idle is dropped by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
  // One that breaks while it is lent, between two statements of a transaction, is nobody's yet: the next statement will fail.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** How a pool ends: once every connection is given back. To be asked for before the first is made. */
export function closingOf(pool: pg.Pool): Required<Closing> {
  const connections = new Set<pg.PoolClient>()
  pool.on('connect', client => connections.add(client))
  pool.on('remove', client => connections.delete(client))
  return {
    close: () => pool.end(),
    waitsFor: () => (connections.size > 0 ? [`${connections.size} database connections`] : []),
    cut() {
      for (const client of connections) client.connection.stream.destroy()
    },
  }
}
