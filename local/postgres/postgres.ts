import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../ports.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { clusterFiles, ensureCluster, ensureRunner, postgresEnvironment } from './cluster.ts'
import { readPidFile, stopOrphan, stopProcess } from './processes.ts'
import { addressOf } from './running.ts'

export type Postgres = {
  /**
   * Connects as the owner of database `ignite`, who may also create databases; `runnerOf` connects as the
   * running role.
   */
  url: string
  /** Resolves with the reason if PostgreSQL ends unexpectedly. */
  died: Promise<string>
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL with its data in `dataDir/postgres`, created at the first start, and resolves once
 * it answers. First clears what an earlier start left behind after a `kill -9`, so the caller must hold the
 * folder's lock. Without `fsync` it is faster and a power cut loses data: for tests. On a free port, unless it
 * has to come back where it was.
 */
export async function startPostgres({
  dataDir,
  fsync = true,
  port: wanted,
}: {
  dataDir: string
  fsync?: boolean
  port?: number
}): Promise<Postgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(realpathSync(dataDir), 'postgres')
  const files = clusterFiles(folder)
  const binaries = findBinaries()
  const account = chooseAccount(binaries.postgres, files.data)
  ensureCluster(folder, binaries, account, fsync)
  const stalePid = await stopOrphan(files.data)
  ensureRunner(folder, binaries, account)

  const deadline = Date.now() + startLimit
  for (;;) {
    const port = wanted ?? (await freePort())
    const command = [...account.prefix, binaries.postgres, '-D', files.data, ...settings(port, fsync)]
    const child = launch(command, files.log, stalePid)
    const fault = await readyOrFault(child, files, deadline)
    if (!fault) return running(child, files, addressOf(files.password, port))
    await stopProcess(child.pid, () => ended(child))
    if (!passing.test(fault) || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start on ${files.data}:\n${fault}`)
    await wait(pollInterval)
  }
}

const startLimit = 60_000
const pollInterval = 25

/**
 * Temporary failures: a port taken between our check and PostgreSQL's, and sessions that briefly outlive a
 * killed postmaster.
 */
const passing = /Address already in use|could not create any TCP\/IP sockets|pre-existing shared memory block/

function settings(port: number, fsync: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Neither statements nor row values may reach the log: they are people's messages and addresses.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * `detached` gives it a process group of its own: Ctrl-C in the terminal must not stop it before the server
 * has drained.
 */
function launch(
  [program = '', ...args]: string[],
  logFile: string,
  stalePid: number | undefined,
): ChildProcess {
  const log = openSync(logFile, 'w', 0o600)
  // PostgreSQL treats a pid file that names its grandparent as stale, and goes on to check whether the old
  // server's memory is still in use. Deleting the file would skip that check, which protects the data.
  const env = { ...postgresEnvironment(), ...(stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {}) }
  const child = spawn(program, args, { cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  // If this process ends without stopping its PostgreSQL (an uncaught error), PostgreSQL must not keep
  // running.
  const stopLate = () => child.kill('SIGINT')
  process.on('exit', stopLate)
  child.on('exit', () => process.off('exit', stopLate))
  child.on('error', () => process.off('exit', stopLate))
  return child
}

async function readyOrFault(child: ChildProcess, files: { data: string; log: string }, deadline: number) {
  while (Date.now() < deadline) {
    if (ended(child))
      return readFileSync(files.log, 'utf8').trim() || `it ended at once (${howItEnded(child)})`
    const found = readPidFile(files.data)
    if (found?.pid === child.pid && found?.status === 'ready') return undefined
    await wait(pollInterval)
  }
  return `it was not ready after ${startLimit / 1000} seconds\n${readFileSync(files.log, 'utf8').trim()}`
}

function running(child: ChildProcess, files: { log: string }, url: string): Postgres {
  let stopping = false
  const exited = once(child, 'exit')
  const died = new Promise<string>(resolve => {
    exited.then(() => {
      if (!stopping) resolve(`PostgreSQL stopped unexpectedly (${howItEnded(child)}). Its log: ${files.log}`)
    })
  })
  return {
    url,
    died,
    async stop() {
      stopping = true
      await stopProcess(child.pid, () => ended(child))
    },
  }
}

function ended(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function howItEnded(child: ChildProcess): string {
  return child.signalCode ?? `exit code ${child.exitCode}`
}
