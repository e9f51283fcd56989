import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Closing } from '../closing.ts'
import { closingOf, openPool } from '../db/pool.ts'

export type Health = {
  /**
   * Whether people may be sent to this process: the database answers, and so does a folder of files, which may be one machine's
   * fault. A bucket is the same for all processes, and most of what people do needs none: without it, only calls that do are refused.
   */
  ready: () => Promise<boolean>
  /** Whether all that this process needs works: the database, also for writes, and the store of files. */
  whole: () => Promise<boolean>
}

/**
 * How well this process can work now. If not at all, or not whole, the log says why. Asks the database over a connection of its own:
 * those of the pool may all be busy, and a load balancer that took a busy server for down would send its people to others that are as
 * busy.
 */
export function createHealth(
  config: Pick<Config, 'databaseUrl' | 'storage'>,
  checkStorage: () => Promise<void>,
  log: FastifyBaseLogger,
): Health & { closing: Required<Closing> } {
  const pool = openPool({ ...config, databasePoolSize: 1 }, { silenceMs: 3_000 })
  const failed = (err: unknown) => log.warn({ err }, 'not ready')
  const askDatabase = shared(async () => {
    try {
      const writable = await takesWrites(pool)
      if (!writable) failed(new Error('The database takes no writes'))
      return { answers: true, writable }
    } catch (error) {
      failed(error)
      return { answers: false, writable: false }
    }
  })
  const askStore = shared(async () => {
    try {
      await checkStorage()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  })
  return {
    async ready() {
      const [{ answers }, stored] = await Promise.all([
        askDatabase(),
        config.storage.kind === 'folder' ? askStore() : true,
      ])
      return answers && stored
    },
    async whole() {
      const [{ writable }, stored] = await Promise.all([askDatabase(), askStore()])
      return writable && stored
    },
    closing: closingOf(pool),
  }
}

async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  let writable = false
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    writable = rows[0]?.transaction_read_only === 'off'
    return writable
  } finally {
    // A new connection may reach the one that takes writes by now.
    client.release(!writable)
  }
}

/** Whoever asks while a check runs shares its answer, so strangers can't cause many. */
function shared<T>(check: () => Promise<T>): () => Promise<T> {
  let checking: Promise<T> | undefined
  return () => {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }
}

/**
 * `/health/live`: this process answers. `/health/ready`: it can work now, so a load balancer may send people here. Both
 * work without login, and give no details that help a stranger.
 */
export function healthRoutes(app: FastifyInstance, ready: Health['ready']): void {
  const quiet = { logLevel: 'warn' as const, config: { rateLimit: false as const }, schema: { hide: true } }
  app.get('/health/live', quiet, () => ({ status: 'live' }))
  app.get('/health/ready', quiet, async (_request, reply) => {
    if (await ready()) return { status: 'ready' }
    return reply.code(503).header('retry-after', 2).send({ status: 'unavailable' })
  })
}
