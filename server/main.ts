import { inspect } from 'node:util'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Config, ConfigError, loadConfig } from './config/config.ts'
import { type Mount, mountServices } from './mount-services.ts'
import { openPlatform, type PlatformOptions, shutdown } from './open-platform.ts'
import { closeInTurn } from './platform/closing.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { requireDurable } from './platform/db/durability.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPool } from './platform/db/pool.ts'
import { allowNewTables, allowRunning, runningRole } from './platform/db/running-role.ts'

type Options = PlatformOptions & {
  /** Adds routes to the same port before it opens; local/ and the tests add their stand-ins here. */
  mount?: Mount
}

export type RunningServer = {
  app: FastifyInstance
  url: string
  /**
   * Finishes the current work; cuts off what takes too long, so that the server ends within `longestCloseMs`.
   */
  close: () => Promise<void>
}

/** Starts the server on a migrated database and resolves once it listens. */
export async function startServer(config: Config, options: Options = {}): Promise<RunningServer> {
  const platform = await openPlatform(config, options)
  const { app, deps, bus } = platform
  const close = () => closeInTurn(shutdown(platform), app.log)
  try {
    if (config.production) await requireDurable(deps.db)
    await prepareDatabase(config, deps.db, app.log)
    await mountServices(platform, options.mount)
    await bus.start()
    await deps.redis?.start()
    deps.replica?.start()
    await deps.jobs.start()
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw error
  }
  return { app, url: config.publicUrl, close }
}

/** Migrates as the owner of the tables, if that is another role than the running one. */
async function prepareDatabase(config: Config, db: Database, log: FastifyBaseLogger): Promise<void> {
  const { databaseOwnerUrl } = config
  if (databaseOwnerUrl) {
    const owner = openDatabase(openPool({ databaseUrl: databaseOwnerUrl, databasePoolSize: 1 }))
    try {
      const runner = await runningRole(db)
      await allowNewTables(owner, runner.name)
      await migrate(databaseOwnerUrl)
      await allowRunning(owner, runner.name)
    } finally {
      await owner.destroy()
    }
  } else await migrate(config.databaseUrl)
  const { name, owns } = await runningRole(db)
  if (owns) {
    log.warn(
      { role: name },
      'the database role that runs Ignite also owns the tables, so it could disable the triggers that protect the ledger and the audit log: set DATABASE_OWNER_URL',
    )
  }
}

async function main(): Promise<void> {
  let server: RunningServer | undefined
  let closing = false
  // Before the start: in a container Node is process 1, which no signal ends that it doesn't handle.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closing) process.exit(1)
      // A start can break off anywhere: each migration is a transaction.
      if (!server) process.exit(0)
      closing = true
      server.app.log.info(`${signal}: finishing what is under way`)
      void server.close().then(() => process.exit(0))
    })
  }
  server = await startServer(loadConfig(process.env))
}

if (import.meta.main) {
  await main().catch(error => {
    // With the cause, in which a migration says why it failed.
    process.stderr.write(`${error instanceof ConfigError ? error.message : inspect(error)}\n`)
    process.exit(1)
  })
}
