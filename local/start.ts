/**
 * `npm start` and, with `--dev`, `npm run dev`: everything Ignite needs from one command, on one port,
 * stopped by Ctrl-C. It stops in reverse order, so the database outlasts the requests.
 */

import { ConfigError } from '#server/config/config.ts'
import { ensureClient } from './client.ts'
import { FolderInUse, takeLock } from './lock.ts'
import { startPostgres } from './postgres/postgres.ts'
import { serve } from './serve.ts'
import {
  choosePort,
  completeSettings,
  dataFolder,
  refuseStandInsInProduction,
  StartError,
  standIns,
} from './settings.ts'
import { beginWorld, clearUnfinishedWorld, fillWorld, keepWorld } from './world.ts'

type Settings = Record<string, string | undefined>

const development = process.argv.includes('--dev')
// For a command that needs a running Ignite and prints its own output.
const quiet = process.argv.includes('--quiet')
const started = new AsyncDisposableStack()
let stopping: number | undefined
let firstSignal: number | undefined

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopBySignal(signal))
// The launcher was killed: nobody is left to tell, or to stop us.
process.on('disconnect', () => void stop(1))
process.channel?.unref()

try {
  await start()
} catch (error) {
  await fail(error)
}

async function start(): Promise<void> {
  const { env } = process
  refuseStandInsInProduction(env)
  const dataDir = dataFolder(env)
  const lock = takeLock(dataDir)
  started.defer(() => lock.release())
  clearUnfinishedWorld(dataDir)
  const port = await choosePort(env)
  const [own] = await Promise.all([
    env.DATABASE_URL ? undefined : ownDatabase(dataDir),
    development || client(),
  ])
  const settings = completeSettings(env, { dataDir, port, ownDatabase: own })
  // Before the server starts: its clock is the machine's, and the world was made in the past.
  const world = await firstWorld(settings, dataDir)
  if (stopping !== undefined) return
  keepWorld(dataDir)
  const server = development ? undefined : await serve(settings, dataDir)
  if (server) started.defer(() => server.close())
  else {
    // Its bundler takes memory that a server without it needn't hold.
    const { startDevelopment } = await import('./development.ts')
    await startDevelopment(settings, started)
  }
  await answersReady(settings)
  if (stopping !== undefined) return
  lock.announce(settings.PUBLIC_URL ?? '')
  if (!quiet) say(welcome(settings, dataDir))
  process.send?.({ ready: settings.PUBLIC_URL, world })
}

async function ownDatabase(dataDir: string): Promise<string> {
  beginWorld(dataDir)
  const postgres = await startPostgres({ dataDir })
  started.defer(() => postgres.stop())
  void postgres.died.then(reason => fail(new StartError(reason)))
  return postgres.url
}

/** Fills nobody's own database unasked, and nothing beside a real sign-in provider. */
async function firstWorld(settings: Settings, dataDir: string): Promise<'filled' | 'left alone' | 'failed'> {
  const { DATABASE_URL, SEED } = process.env
  if (!standIns(process.env).identity || SEED === 'off' || (DATABASE_URL && SEED !== 'on'))
    return 'left alone'
  const before = performance.now()
  try {
    const filled = await fillWorld({ settings, dataDir, started })
    if (filled) say(`Demo world filled in ${secondsSince(before)}`)
    return filled ? 'filled' : 'left alone'
  } catch (error) {
    if (stopping === undefined) say(`The demo world could not be filled in: ${error}`)
    return 'failed'
  }
}

async function client(): Promise<void> {
  const before = performance.now()
  if (await ensureClient()) say(`Client built in ${secondsSince(before)}`)
}

async function answersReady({ HOST, PORT }: Settings): Promise<void> {
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = everywhere ? 'localhost' : HOST?.includes(':') ? `[${HOST}]` : HOST
  const answer = await fetch(`http://${host}:${PORT}/health/ready`)
  if (!answer.ok) throw new Error(`Ignite started but is not ready: ${await answer.text()}`)
}

function welcome(settings: Settings, dataDir: string): string {
  const local = standIns(process.env)
  const address = settings.PUBLIC_URL
  return [
    '',
    `  Ignite is ready at ${address}`,
    '',
    ...(local.identity
      ? ['  Sign in    choose Google or Microsoft, then pick a person, or type any name: no password']
      : []),
    ...(local.mail ? [`  Mailbox    ${address}/local/mail`] : []),
    `  Data       ${process.env.DATABASE_URL ? `${dataDir}, and the database at DATABASE_URL` : dataDir}`,
    '  Stop       Ctrl-C',
    '',
  ].join('\n')
}

function stopBySignal(signal: NodeJS.Signals): void {
  const now = performance.now()
  if (firstSignal === undefined) {
    firstSignal = now
    if (!quiet) say(`\nStopping Ignite (${signal}) …`)
    void stop(0)
    return
  }
  // One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher.
  if (now - firstSignal > 1000) process.exit(1)
}

async function stop(code: number): Promise<void> {
  if (stopping !== undefined) return
  stopping = code
  try {
    await started.disposeAsync()
  } catch (error) {
    say(String(error))
    process.exit(1)
  }
  process.exit(code)
}

async function fail(error: unknown): Promise<void> {
  if (stopping !== undefined) return
  const expected = error instanceof StartError || error instanceof FolderInUse || error instanceof ConfigError
  process.stderr.write(`${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  await stop(1)
}

function secondsSince(before: number): string {
  return `${((performance.now() - before) / 1000).toFixed(1)} s`
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
