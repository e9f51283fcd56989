import pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Closing } from '../closing.ts'
import { timeLimits } from '../time-limits.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { timeParsers, withInstantsAsText } from './instants.ts'

// Planning a feed query costs more than running it, and neither `pg` nor Kysely prepares statements by
// itself; a named statement is planned once per connection. Texts beyond the limit (lists of varying length)
// stay unprepared, so that a connection's memory can't grow without end.
const maxPrepared = 500

/** The driver's message when the database took a statement and never answered. */
const unanswered = 'Query read timeout'

/** PostgreSQL's code for a write that a standby, or a database with a nearly full disk, refuses. */
const readOnly = '25006'

/**
 * Whether a query failed since the database is away or takes no writes, as during a failover: connection failures, shutdown and recovery
 * of PostgreSQL (classes 08, 57P), and its refusal to write.
 */
export function isAway(error: Error & { code?: string }): boolean {
  return (
    /^(08|57P)/.test(error.code ?? '') ||
    error.code === readOnly ||
    /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message) ||
    error.message === unanswered
  )
}

/**
 * Whether PostgreSQL refused to run a prepared statement since its result has other columns by now: a newer server has
 * migrated a table. Its message depends on the language of the database.
 */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  )
}

/** The client of one pool, whose connections share the names of their prepared statements. */
function preparingClient(tracing: Tracing | undefined): typeof pg.Client {
  const names = new Map<string, string>()
  // Connections keep their prepared statements, so a name is never used again for another text.
  let given = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size >= maxPrepared) return known
    const name = `s${given++}`
    names.set(text, name)
    return name
  }

  return class extends pg.Client {
    // @types/pg declares `query` as a bundle of overloads that no single signature satisfies.
    override query = ((...args: unknown[]) => {
      const [text, values] = args
      const run = super.query.bind(this) as (...forwarded: unknown[]) => unknown
      const prepares = typeof text === 'string' && Array.isArray(values) && values.length > 0
      const name = prepares ? nameOf(text) : undefined
      const alone = this.getTransactionStatus() === 'I'
      const asked = prepares
        ? run({ name, text, values: withInstantsAsText(values) }, ...args.slice(2))
        : run(...args)
      if (!(asked instanceof Promise)) return asked
      if (typeof text === 'string') tracing?.statement(text, asked)
      return asked.catch((error: Error) => {
        // If an answer never came, neither the rollback nor the next user of the connection waits for it again.
        if (error.message === unanswered) this.connection.stream.destroy()
        // A new connection may reach the database that takes writes by now.
        if ('code' in error && error.code === readOnly) this.connection.stream.destroy()
        if (!isOutdated(error)) throw error
        // So are this table's other statements, and those of the other connections: all are prepared anew.
        if (names.get(text as string) === name) names.clear()
        // A transaction has failed as a whole, and only its caller can run it again.
        if (!alone) throw error
        return this.query(text as string, values as unknown[])
      })
    }) as pg.Client['query']
  }
}

const int8 = pg.types.builtins.INT8

/**
 * Opens a pool of connections. Prepares statements and limits their time to `statementMs` (0: no limit; what a request can
 * wait for unless told otherwise); `silenceMs` also limits how long the database may be silent, so a statement that may run
 * for longer would count as silence.
 */
export function openPool(
  config: Pick<Config, 'databaseUrl' | 'databasePoolSize'>,
  {
    statementMs = timeLimits.statement,
    silenceMs = 0,
    tracing,
  }: { statementMs?: number; silenceMs?: number; tracing?: Tracing | undefined } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    max: config.databasePoolSize,
    Client: preparingClient(tracing),
    connectionTimeoutMillis: timeLimits.connection,
    statement_timeout: statementMs,
    // For a hung database, which doesn't end any statement itself.
    query_timeout: silenceMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'ignite',
    types: {
      // Counts and sizes are bigint in the database and far below 2^53 in practice.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : (timeParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')),
    },
  } as pg.PoolConfig)
  // The pool drops a connection that breaks while idle; without a listener, the event would end the process.
  pool.on('error', () => {})
  // A connection that breaks while it is checked out, between two statements, has no listener yet: the next
  // statement will fail.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** How a pool shuts down: once every connection is returned. Call this before the first connection opens. */
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
