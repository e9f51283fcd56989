import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from './compile-cache.ts'
import { processZone } from './zone.ts'

const ourRoot = join(import.meta.dirname, '../..')
/** On a busy machine a start takes long. */
const startsWithinMs = 120_000

/**
 * The server alone, as an installation starts it, in its own process that can be killed and restarted at any moment. Its public address
 * is its own, unless `env` sets another.
 */
export type ServerProcess = {
  /** Resolves when it answers. Runs our version of the product, or the one in the folder `root`. */
  start(root?: string): Promise<void>
  /** Ends it as a service manager does: it finishes what is under way. */
  stop(): Promise<void>
  /** Kills it at once: it finishes nothing and says nothing. */
  kill(): Promise<void>
  /** What it wrote to its log. */
  log(): string
}

export function serverProcess(url: string, env: Record<string, string>): ServerProcess {
  let child: ChildProcess | undefined
  let log = ''
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    async start(root = ourRoot) {
      const { hostname, port } = new URL(url)
      child = spawn(process.execPath, ['server/main.ts'], {
        cwd: root,
        env: { ...compileCache, TZ: processZone, PUBLIC_URL: url, ...env, HOST: hostname, PORT: port },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout?.setEncoding('utf8').on('data', text => {
        log += text
      })
      endWithUs(child)
      await answering(child, `${url}/health/live`)
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    log: () => log,
  }
}

/**
 * A test that breaks may leave it running, and the runner waits for as long as it holds our standard error.
 */
function endWithUs(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

async function answering(child: ChildProcess, address: string): Promise<void> {
  const deadline = Date.now() + startsWithinMs
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(address).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  child.kill('SIGKILL')
  throw new Error(`The server didn’t come up (it ended with ${child.exitCode})`)
}
