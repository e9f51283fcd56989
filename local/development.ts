import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'
import { freePort } from './ports.ts'

type Environment = Record<string, string | undefined>

const root = resolve(import.meta.dirname, '..')

/** What the server answers; every other path is the client's, and Vite's. */
const serverPaths = ['/api', '/storage', '/health', '/metrics', '/local']

/**
 * The server restarted on each change of its files, behind a Vite server on the public port that reloads the
 * client in place. The database runs on between restarts.
 */
export async function startDevelopment(settings: Environment): Promise<AsyncDisposable> {
  const apiPort = await freePort()
  const api = watchServer({ ...settings, PORT: String(apiPort), HOST: '127.0.0.1' })
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    server: {
      host: settings.HOST,
      port: Number(settings.PORT),
      strictPort: true,
      proxy: Object.fromEntries(
        serverPaths.map(path => [`^${path}(/|$|\\?)`, `http://127.0.0.1:${apiPort}`]),
      ),
    },
  })
  await vite.listen()
  return {
    async [Symbol.asyncDispose]() {
      await vite.close()
      if (api.exitCode !== null || api.signalCode !== null) return
      api.kill('SIGTERM')
      await once(api, 'exit')
    },
  }
}

function watchServer(env: Environment): ChildProcess {
  const entry = join(root, 'local/development-server.ts')
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', entry], {
    cwd: root,
    env,
    stdio: 'inherit',
    // Ctrl-C is for the supervisor, which stops the server when nobody uses it any more.
    detached: true,
  })
}
