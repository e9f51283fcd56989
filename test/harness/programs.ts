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
}

export type Program = keyof typeof packages

/** Which of these programs are missing on this machine; checks all of them if none is named. */
export function missing(...programs: Program[]): Program[] {
  const wanted = programs.length > 0 ? programs : (Object.keys(packages) as Program[])
  return wanted.filter(program => !isOnPath(program))
}

/** The command that installs programs on a Debian machine. */
export function installCommand(programs: readonly Program[]): string[] {
  return ['apt-get', 'install', '-y', '--no-install-recommends', ...programs.map(name => packages[name])]
}

/** Installs missing programs, as root on Debian. Returns what is still missing. */
export async function installMissing(): Promise<Program[]> {
  const wanted = missing()
  if (wanted.length === 0 || process.getuid?.() !== 0 || !(await runs('apt-get', ['--version'])))
    return wanted
  const [command = '', ...args] = installCommand(wanted)
  // A fresh machine has no package list yet, or an old one.
  if (!(await runs(command, ['-qq', ...args]))) {
    await runs(command, ['-qq', 'update'])
    await runs(command, ['-qq', ...args])
  }
  return missing()
}

function isOnPath(program: string): boolean {
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
