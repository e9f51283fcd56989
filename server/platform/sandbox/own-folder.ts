import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new temporary folder, named after this process so that one left by a killed process can be told. */
export function makeOwnFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `ignite-${process.pid}-`))
}

/** Removes the folders of processes that are no more: they hold people's files. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = /^ignite-(\d+)-\w{6}$/.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Whether there is a process of this number. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
