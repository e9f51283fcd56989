import { loadConfig } from '#server/config/config.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { freePort } from '../../local/ports.ts'
import { runnerOf } from '../../local/postgres/runner.ts'
import { leastSettings } from './settings.ts'

type Options = NonNullable<Parameters<typeof startServer>[1]>

/** A server in this process with only a database: for testing how it starts and ends. */
export async function bareServer(
  databaseUrl: string,
  storageDir: string,
  options?: Options,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = String(await freePort())
  const config = loadConfig({
    ...leastSettings,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: runnerOf(databaseUrl),
    DATABASE_OWNER_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    STORAGE_DIR: storageDir,
    LOG_LEVEL: 'silent',
    ...env,
  })
  return startServer(config, options)
}
