import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Every system program that a test needs, with its Debian package. `npm test` installs missing ones if it
 * runs as root; otherwise the tests that need them are skipped by name and counted. scripts/browser.ts finds
 * Chromium.
 */
const packages = {
  janus: 'janus',
  turnserver: 'coturn',
  bwrap: 'bubblewrap',
  faketime: 'faketime',
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  openssl: 'openssl',
  rclone: 'rclone',
  flock: 'util-linux',
}

export type Program = keyof typeof packages

/** Which of these programs are missing on this machine; checks all of them if none is named. */
export function missing(...programs: Program[]): Program[] {
  const wanted = programs.length > 0 ? programs : (Object.keys(packages) as Program[])
  return wanted.filter(program => !isOnPath(program))
}

/** The command that installs programs on a Debian machine. */
export function installCommand(programs: readonly Program[]): string {
  return ['apt-get', ...installing(programs.map(name => packages[name]))].join(' ')
}

/** Installs missing programs, as root on Debian. Returns what is still missing. */
export async function installMissing(): Promise<Program[]> {
  const wanted = missing()
  if (wanted.length > 0 && (await mayInstall())) await installPackages(wanted.map(name => packages[name]))
  return missing()
}

/** Whether this process may install Debian's packages. */
export async function mayInstall(): Promise<boolean> {
  return process.getuid?.() === 0 && (await runs('apt-get', ['--version']))
}

/** Installs Debian's packages, which this process may (`mayInstall`); one that fails leaves no error. */
export async function installPackages(names: readonly string[]): Promise<void> {
  // A fresh machine has no list of packages yet, or an old one, which would bring old programs: Chromium 150, for one, never
  // fetches a script again that failed once, and takes each new page for connected.
  await runs('apt-get', ['-qq', 'update'])
  await runs('apt-get', ['-qq', ...installing(names)])
}

function installing(names: readonly string[]): string[] {
  return ['install', '-y', '--no-install-recommends', ...names]
}

export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function runs(command: string, args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise(resolve => execFile(command, args, { env, timeout: 300_000 }, error => resolve(!error)))
}
