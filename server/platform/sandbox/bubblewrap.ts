import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Enclosure = {
  /** Host paths the command may read, besides the system's programs and libraries. */
  readable: string[]
  /** Host paths it may change. */
  writable: string[]
  env?: Record<string, string>
}

// Only the host's programs, libraries and fonts: no network, no other processes, no home, no environment.
const base = [
  ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
  ...['/usr', '/lib', '/lib32', '/lib64', '/bin', '/sbin'].map(path => ['--ro-bind-try', path, path]),
  ...['/etc/fonts', '/etc/ld.so.cache', '/etc/alternatives', '/etc/libreoffice', '/var/cache/fontconfig'].map(
    path => ['--ro-bind-try', path, path],
  ),
  ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
].flat()

/** The arguments for `bwrap` to run a command that sees only the sandbox. */
export function bubblewrapArguments(
  { readable, writable, env = {} }: Enclosure,
  command: string[],
): string[] {
  return [
    ...base,
    ...readable.flatMap(path => ['--ro-bind', path, path]),
    ...writable.flatMap(path => ['--bind', path, path]),
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...command,
  ]
}

let probe: Promise<boolean> | undefined

/**
 * Whether bubblewrap is installed and this machine lets it create namespaces (many containers don't). Checked
 * once.
 */
export function bubblewrapWorks(): Promise<boolean> {
  probe ??= run('bwrap', bubblewrapArguments({ readable: [], writable: [] }, ['true']), {
    timeout: 5_000,
  }).then(
    () => true,
    () => false,
  )
  return probe
}
