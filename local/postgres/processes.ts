import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

type PidFile = { pid: number; port: number; status: string | undefined }

/** The content of postmaster.pid: PostgreSQL writes it at startup and removes it on a clean stop. */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() }
  } catch {
    return undefined
  }
}

/**
 * Stops a PostgreSQL that outlived its supervisor on this data. Returns the process id in a leftover pid file
 * if that process is unrelated (ids are reused) or a zombie.
 */
export async function stopOrphan(data: string): Promise<number | undefined> {
  const found = readPidFile(data)
  if (!found) return undefined
  const isOurs = () => worksOn(data, found.pid)
  if (isOurs()) await stopProcess(found.pid, () => !isOurs())
  return readPidFile(data)?.pid
}

/**
 * Gives sessions a moment to disconnect, then requests a fast stop, then an immediate one, then kills.
 * Without the first step, a closing pool still reports lost connections.
 */
export async function stopProcess(pid: number | undefined, gone: () => boolean): Promise<void> {
  if (pid === undefined) return
  const steps = { SIGTERM: 1_000, SIGINT: 10_000, SIGQUIT: 5_000, SIGKILL: 5_000 }
  for (const [signal, waitMs] of Object.entries(steps) as [NodeJS.Signals, number][]) {
    if (gone()) return
    kill(pid, signal)
    const until = Date.now() + waitMs
    while (!gone() && Date.now() < until) await wait(20)
  }
  if (!gone()) throw new Error(`PostgreSQL (pid ${pid}) could not be stopped.`)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * A process is this data's postmaster if its command line says so; a copied folder's pid file names the
 * original's.
 */
function worksOn(data: string, pid: number): boolean {
  const words = commandLine(pid)
  return words.includes('postgres') && words.includes(` -D ${data} `)
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux')
    return `${spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout} `
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
