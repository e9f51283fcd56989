import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './ports.ts'

const root = join(import.meta.dirname, '..')
/** A first start builds the client and fills the demo world, on a machine that may be busy. */
const startsWithinMs = 600_000
const stopsWithinMs = 40_000

/** Ignite as `npm start` runs it, on its own data folder. */
export type Product = {
  url: string
  /** Where its mailbox is. */
  mailUrl: string
  /** Resolves when it says that it is ready, with its demo world. */
  start(): Promise<void>
  /** Like Ctrl-C. */
  stop(): Promise<void>
  /** `kill -9` of a serving process: it finishes nothing and says nothing. */
  kill(): Promise<void>
  /** `npm run ledger -- check`; returns its findings, nothing if the money adds up. */
  checkLedger(): Promise<string | null>
  /** The parent of all its processes. */
  root(): number
  /** Its last output. */
  said(): string
}

/** Doesn't start it yet. `more` overrides the environment. */
export async function openProduct(dataDir: string, more: Record<string, string> = {}): Promise<Product> {
  const port = await freePort()
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    // With this the launcher ends together with us, however we end.
    npm_lifecycle_event: 'start',
    ...more,
  }
  let running: ChildProcess | undefined
  let said = ''

  function launch(...args: string[]): ChildProcess {
    // In its own group: Ctrl-C in the terminal is for us, and we stop it cleanly.
    const options = { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] as 'pipe'[] }
    return spawn(process.execPath, ['scripts/launch.mjs', ...args], options)
  }

  const pid = () => (JSON.parse(readFileSync(join(dataDir, 'running.json'), 'utf8')) as { pid: number }).pid

  /** Ends the running processes with a signal, and waits for them. */
  async function end(signal: (child: ChildProcess) => void): Promise<void> {
    const child = running
    if (!child) return
    running = undefined
    const exit = once(child, 'exit')
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`Ignite ended by itself:\n${said}`)
    signal(child)
    const late = setTimeout(() => {
      said += '\nIt didn’t stop.'
      process.kill(-child.pid!, 'SIGKILL')
    }, stopsWithinMs)
    await exit
    clearTimeout(late)
    if (said.endsWith('It didn’t stop.')) throw new Error(`Ignite doesn’t stop:\n${said}`)
  }

  const url = `http://localhost:${port}`
  return {
    url,
    mailUrl: url,
    root: () => running!.pid!,
    said: () => said.slice(-4000),
    async start() {
      const child = launch('start')
      running = child
      said = ''
      await new Promise<void>((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`Ignite didn’t start: ${why}\n${said}`))
        const late = setTimeout(() => fail('it took too long.'), startsWithinMs)
        const hear = (chunk: Buffer) => {
          said += chunk.toString()
          if (said.includes('could not be filled in')) fail('its demo world is missing.')
          if (said.includes('Ignite is ready at')) {
            clearTimeout(late)
            resolve()
          }
        }
        child.stdout!.on('data', hear)
        child.stderr!.on('data', hear)
        child.on('exit', code => {
          clearTimeout(late)
          fail(`it ended with ${code}.`)
        })
      })
    },
    async stop() {
      await end(child => child.kill('SIGINT'))
    },
    async kill() {
      await end(() => process.kill(pid(), 'SIGKILL'))
    },
    async checkLedger() {
      const child = launch('ledger', 'check')
      let found = ''
      child.stdout!.on('data', chunk => (found += chunk))
      child.stderr!.on('data', chunk => (found += chunk))
      const [code] = await once(child, 'close')
      return code === 0 ? null : found.trim()
    },
  }
}
