import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer } from 'vite'
import { proxyTo } from './development-proxy.ts'
import { freePort } from './ports.ts'

type Environment = Record<string, string | undefined>

const root = resolve(import.meta.dirname, '..')

/**
 * The server, restarted on each change of its files, behind a Vite server on the public port that reloads the
 * client in place. The database keeps running between restarts. All of it ends with `started`.
 */
export async function startDevelopment(settings: Environment, started: AsyncDisposableStack): Promise<void> {
  const apiPort = await freePort()
  const api = `http://127.0.0.1:${apiPort}`
  keepServerFresh({ ...settings, PORT: String(apiPort), HOST: '127.0.0.1' }, started)
  await answers(`${api}/health/ready`)
  const vite = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    server: {
      host: settings.HOST,
      port: Number(settings.PORT),
      strictPort: true,
      proxy: proxyTo(api),
    },
  })
  started.defer(() => vite.close())
  await vite.listen()
}

function keepServerFresh(env: Environment, started: AsyncDisposableStack): void {
  // Through the channel that `fork` opens, the server notices when this process is killed, and ends too.
  const launch = () => fork(join(root, 'local/development-server.ts'), { cwd: root, env })
  let server = launch()
  let restart: Promise<void> | undefined
  const folders = ['server', 'shared', 'local'].map(name => join(root, name))
  const watchers = folders.map(folder =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file || /\.test\.ts$|(^|\/)\./.test(file)) return
      restart ??= stopServer(server).then(() => {
        process.stdout.write(`Restarting: ${file} changed\n`)
        server = launch()
        restart = undefined
      })
    }),
  )
  started.defer(async () => {
    for (const watcher of watchers) watcher.close()
    await restart
    await stopServer(server)
  })
}

async function stopServer(server: ChildProcess): Promise<void> {
  // One save causes several events, and an editor may still be writing.
  await wait(50)
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** No timeout: a server that can't start says why, and restarts when a file changes. */
async function answers(address: string): Promise<void> {
  const ready = () =>
    fetch(address).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await ready())) await wait(100)
}
