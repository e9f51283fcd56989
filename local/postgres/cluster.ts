import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, handOver } from './account.ts'
import type { Binaries } from './binaries.ts'
import { runner } from './runner.ts'

/**
 * The files of one PostgreSQL: its data, the password of its roles, its log, and a marker that the running
 * role exists.
 */
export function clusterFiles(folder: string): {
  data: string
  password: string
  log: string
  runner: string
} {
  return {
    data: join(folder, 'data'),
    password: join(folder, 'password'),
    log: join(folder, 'log'),
    runner: join(folder, 'runner'),
  }
}

/**
 * Creates the database cluster unless the folder has one. Creates it under another name and renames it when
 * complete, so that an interrupted start leaves nothing that the next one could mistake for data.
 */
export function ensureCluster(folder: string, binaries: Binaries, account: Account, fsync: boolean): void {
  if (existsSync(folder)) return
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const files = clusterFiles(draft)
  mkdirSync(files.data, { recursive: true, mode: 0o700 })
  handOver(account, files.data)
  const password = randomBytes(24).toString('hex')
  writeFileSync(files.password, password, { mode: 0o600 })
  run(account, binaries.initdb, [
    ...['-D', files.data, '--username=postgres', '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    // Everyone needs a password, and the superuser has none: only the owner of `ignite` and the running role
    // can log in.
    ...['--auth-local=reject', '--auth-host=scram-sha-256'],
    ...(fsync ? [] : ['--no-sync']),
  ])
  // The password is hexadecimal, so it needs no quoting.
  runAlone({ binaries, account }, files.data, [
    `CREATE ROLE ignite LOGIN CREATEDB PASSWORD '${password}'`,
    'CREATE DATABASE ignite OWNER ignite',
  ])
  renameSync(draft, folder)
}

/** Creates the running role in a cluster without one: it owns nothing, and the owner grants it rights. */
export function ensureRunner(folder: string, binaries: Binaries, account: Account): void {
  const files = clusterFiles(folder)
  if (existsSync(files.runner)) return
  const password = readFileSync(files.password, 'utf8')
  runAlone({ binaries, account }, files.data, [
    `DO $$ BEGIN IF to_regrole('${runner}') IS NULL THEN CREATE ROLE ${runner} LOGIN PASSWORD '${password}'; END IF; END $$`,
    `GRANT ${runner} TO ignite`,
  ])
  writeFileSync(files.runner, '')
}

/** Runs statements as the superuser, who can't log in, in a cluster that isn't running. */
export function runAlone(
  { binaries, account }: { binaries: Binaries; account: Account },
  data: string,
  statements: string[],
): void {
  // Single-user mode reads one statement per line.
  run(
    account,
    binaries.postgres,
    ['--single', '-D', data, 'postgres'],
    statements.map(line => `${line}\n`).join(''),
  )
}

function run(account: Account, program: string, args: string[], input = ''): void {
  const [command = '', ...rest] = [...account.prefix, program, ...args]
  const result = spawnSync(command, rest, { cwd: '/', encoding: 'utf8', input, env: postgresEnvironment() })
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}`
  if (result.status !== 0 || /\b(FATAL|ERROR):/.test(said))
    throw new Error(`PostgreSQL could not be set up (${program}):\n${result.error?.message ?? said.trim()}`)
}

/**
 * The user's own PG… variables and locale must not reach the server, nor our secrets its environment. But a
 * clock that libfaketime moves for us also applies to the database, or the two would disagree about the time.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', LD_PRELOAD } = process.env
  const clock = Object.entries(process.env).filter(([name]) => name.startsWith('FAKETIME'))
  return {
    PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(clock.length > 0 && { ...Object.fromEntries(clock), LD_PRELOAD }),
  }
}
