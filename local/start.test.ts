import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { logins } from '#shared/api/logins.ts'
import { compileCache } from '../test/harness/compile-cache.ts'
import { Person } from '../test/harness/person.ts'
import { signInSurely } from '../test/harness/sign-in.ts'
import { readPidFile } from './postgres/processes.ts'

type Run = {
  dataDir: string
  child: ChildProcess
  said: () => string
  ready: Promise<string>
  ended: Promise<number | null>
}

// A busy machine may be slow: each of these starts several processes.
vi.setConfig({ testTimeout: 300_000 })

const cleanups: (() => void | Promise<void>)[] = []
/**
 * An Ignite that is still running, for the next test that needs one: tests leave nothing there but logins.
 */
const spare: Run[] = []
const everyRun: Run[] = []
/** Folders with an unused database. */
const left: string[] = []
const folders: string[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(async () => {
  for (const { child, ended } of everyRun) {
    child.kill('SIGTERM')
    await ended
  }
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('start answers at the address that it prints, and one Ctrl-C stops it and its database', async () => {
  const run = running()
  const address = await run.ready
  expect(await (await fetch(`${address}/health/ready`)).json()).toEqual({ status: 'ready' })
  expect(run.said()).toContain(`${address}/local/mail`)
  const database = readPidFile(join(run.dataDir, 'postgres/data'))!
  run.child.kill('SIGINT')
  // npm and the launcher pass on the signal that the terminal already sent.
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
  expect(existsSync(`/proc/${database.pid}`)).toBe(false)
  await expect(fetch(`${address}/health/ready`)).rejects.toThrow()
  left.push(run.dataDir)
})

test('a start without settings has an operator, and other people aren’t operators', async () => {
  const run = running()
  const address = await run.ready
  for (const [email, operator] of [
    ['robin.park@ignite.example', true],
    ['maya.chen@riverbend.example', false],
  ] as const) {
    const person = new Person(address)
    await signInSurely(person, email)
    expect((await person.call(logins.read)).body.login).toMatchObject({ email, operator })
  }
  spare.push(run)
})

test('a second start on the folder is refused with the first one’s address; on another folder it runs beside it', async () => {
  const first = running()
  const address = await first.ready
  const second = start({ DATA_DIR: first.dataDir, PORT: '0' })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(
    `Ignite is already running on this folder at ${address} (pid ${first.child.pid}).`,
  )
  const beside = running()
  expect((await fetch(`${await beside.ready}/health/ready`)).ok).toBe(true)
  expect((await fetch(`${address}/health/ready`)).ok).toBe(true)
  spare.push(first, beside)
})

test('a start after a kill keeps the secret and works', async () => {
  const killed = running()
  const { dataDir } = killed
  await killed.ready
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8')
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = start({ DATA_DIR: dataDir, PORT: '0' })
  expect((await fetch(`${await next.ready}/health/ready`)).ok).toBe(true)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  spare.push(next)
})

test('when the database dies, everything ends with the reason', async () => {
  const run = running()
  await run.ready
  process.kill(readPidFile(join(run.dataDir, 'postgres/data'))!.pid, 'SIGKILL')
  expect(await run.ended).toBe(1)
  expect(run.said()).toContain('PostgreSQL stopped unexpectedly (SIGKILL)')
})

test('a requested port that is taken is named, and nothing keeps running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  cleanups.push(() => void other.close())
  const port = (other.address() as { port: number }).port
  const dataDir = newFolder()
  const run = start({ DATA_DIR: dataDir, PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.said()).toContain(`Port ${port} is already in use.`)
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('production refuses to start with a stand-in', async () => {
  const run = start({
    DATA_DIR: newFolder(),
    PORT: '0',
    NODE_ENV: 'production',
    SMTP_URL: 'smtp://localhost',
  })
  expect(await run.ended).toBe(1)
  expect(run.said()).toMatch(/NODE_ENV=production .*GOOGLE_CLIENT_ID/)
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ignite start '))
  folders.push(folder)
  return folder
}

/** A running one, or a new one. */
function running(): Run {
  return spare.pop() ?? start({ DATA_DIR: left.pop() ?? newFolder(), PORT: '0' })
}

function start(settings: { DATA_DIR: string; PORT: string } & Record<string, string>): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { ...compileCache, PATH: process.env.PATH, SEED: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (text: Buffer) => {
      said += text
      const address = /Ignite is ready at (\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    ended.then(code => reject(new Error(`it ended with ${code}:\n${said}`)))
  })
  ready.catch(() => {})
  const run = { dataDir: settings.DATA_DIR, child, said: () => said, ready, ended }
  everyRun.push(run)
  return run
}
