import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Postgres, startPostgres } from './postgres.ts'
import { readPidFile } from './processes.ts'

const cleanups: (() => void | Promise<void>)[] = []
const folders: string[] = []
/** Folders with an unused cluster: creating another takes far longer than starting one. */
const whole: string[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
/** Another user can run Ignite only from a readable checkout, and one below /root isn't. */
const nobodyReachesUs =
  isRoot && spawnSync(asNobody[0]!, [...asNobody.slice(1), process.execPath, '--version']).status === 0

test('the first start creates a UTF-8, UTC database on 127.0.0.1 only; the next one keeps its rows', async () => {
  const dataDir = newFolder()
  const first = await start(dataDir)
  await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  const [settings] = await query(
    first.url,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('timezone') AS zone,
       current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
       current_setting('server_version_num')::int / 10000 AS major,
       (SELECT datlocale FROM pg_database WHERE datname = 'ignite') AS locale`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    zone: 'UTC',
    addresses: '127.0.0.1',
    fsync: 'on',
    major: 18,
    locale: 'C.UTF-8',
  })
  await first.stop()
  const second = await start(dataDir)
  expect(await query(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test('the password is required, and only its owner can read its file', async () => {
  const dataDir = anyFolder()
  const { url } = await start(dataDir)
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  await expect(query(url.replace(/:[0-9a-f]{48}@/, ':guess@'), 'SELECT 1')).rejects.toThrow(/password/)
  await expect(query(url.replace(/ignite:[0-9a-f]{48}@/, 'postgres:@'), 'SELECT 1')).rejects.toThrow(
    /password/,
  )
})

test('a killed PostgreSQL is noticed, and the next start recovers committed data', async () => {
  const dataDir = anyFolder()
  const killed = await start(dataDir)
  await query(killed.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  process.kill(pidOn(dataDir), 'SIGKILL')
  expect(await killed.died).toContain('SIGKILL')
  const next = await start(dataDir)
  expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test('a PostgreSQL that outlived its killed supervisor is stopped and restarted', async () => {
  const dataDir = anyFolder()
  const supervisor = await startInOtherProcess(dataDir)
  const orphan = pidOn(dataDir)
  supervisor.kill('SIGKILL')
  await once(supervisor, 'exit')
  expect(isAlive(orphan)).toBe(true)
  const next = await start(dataDir)
  expect(pidOn(dataDir)).not.toBe(orphan)
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(isAlive(orphan)).toBe(false)
})

test('a stale pid file that names an unrelated process neither blocks the start nor harms that process', async () => {
  const dataDir = anyFolder()
  const killed = await start(dataDir)
  const pid = pidOn(dataDir)
  process.kill(pid, 'SIGKILL')
  await killed.died
  const stranger = spawn('sleep', ['300'])
  cleanups.push(() => void stranger.kill('SIGKILL'))
  const pidFile = join(dataDir, 'postgres/data/postmaster.pid')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(String(pid), String(stranger.pid)))
  const next = await start(dataDir)
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test('a copied folder starts beside the one it was copied from', async () => {
  const original = anyFolder()
  const first = await start(original)
  const copy = newFolder()
  cpSync(original, copy, { recursive: true })
  handToDataOwner(original, copy)
  const second = await start(copy)
  expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('an interrupted first start begins again', async () => {
  const dataDir = newFolder()
  spawnSync('mkdir', ['-p', join(dataDir, 'postgres.new/data/base')])
  const { url } = await start(dataDir, false)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('two start at once on two folders', async () => {
  const both = await Promise.all([start(newFolder(), false), start(newFolder(), false)])
  for (const { url } of both) expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a broken data folder is reported with the message from the PostgreSQL log', async () => {
  const dataDir = whole.pop() ?? newFolder()
  await (await start(dataDir)).stop()
  rmSync(join(dataDir, 'postgres/data/global/pg_control'))
  await expect(start(dataDir)).rejects.toThrow(/pg_control/)
})

test('a clock that is moved for us is moved for it too, and nothing else from our environment reaches it', async () => {
  vi.stubEnv('FAKETIME', '+0')
  vi.stubEnv('PGTZ', 'Asia/Tokyo')
  cleanups.push(() => void vi.unstubAllEnvs())
  const dataDir = anyFolder()
  await start(dataDir)
  const environment = readFileSync(`/proc/${pidOn(dataDir)}/environ`, 'utf8').split('\0')
  expect(environment).toContain('FAKETIME=+0')
  expect(environment.filter(one => one.startsWith('PG'))).toEqual([])
})

test.runIf(isRoot)('root runs it as another user, below a folder that only root may enter', async () => {
  const closed = newFolder()
  spawnSync('chmod', ['700', closed])
  await start(join(closed, 'data of root'), false)
  const status = readFileSync(`/proc/${pidOn(join(closed, 'data of root'))}/status`, 'utf8')
  expect(status).toMatch(/^Uid:\t65534\t65534/m)
})

test.runIf(nobodyReachesUs)('an ordinary user can start it too', async () => {
  const dataDir = newFolder()
  chownSync(dataDir, 65534, 65534)
  const supervisor = await startInOtherProcess(dataDir, asNobody)
  expect(statSync(join(dataDir, 'postgres/password')).uid).toBe(65534)
  supervisor.kill('SIGTERM')
  await once(supervisor, 'exit')
})

/** A new folder with a space in its path, as some people have. */
function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ignite postgres ')))
  folders.push(folder)
  return folder
}

/** A folder for a test that works with leftover data, and that keeps it intact. */
function anyFolder(): string {
  const folder = whole.pop() ?? newFolder()
  cleanups.push(() => void whole.push(folder))
  return folder
}

async function start(dataDir: string, fsync?: boolean): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir, ...(fsync !== undefined && { fsync }) })
  cleanups.push(() => postgres.stop())
  return postgres
}

async function startInOtherProcess(dataDir: string, prefix: string[] = []) {
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
    const { stop } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.once('SIGTERM', () => stop().then(() => process.exit()))
    console.log('started')`
  const [command = '', ...args] = [...prefix, process.execPath, '--input-type=module', '-e', program]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanups.push(() => void child.kill('SIGKILL'))
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the supervisor ended with ${code}`))),
  ])
  return child
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function pidOn(dataDir: string): number {
  return readPidFile(join(dataDir, 'postgres/data'))!.pid
}

function isAlive(pid: number): boolean {
  try {
    return /^State:\t[^Z]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function handToDataOwner(original: string, copy: string): void {
  const { uid, gid } = statSync(join(original, 'postgres/data'))
  spawnSync('chown', ['-R', `${uid}:${gid}`, join(copy, 'postgres/data')])
}
