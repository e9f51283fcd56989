import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processExists } from '../process-exists.ts'

/**
 * A new temporary folder, named after this process so that leftovers of a killed process can be recognized.
 */
export function makeOwnFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), `ignite-${process.pid}-`))
}

/** Runs a function in a new temporary folder, and then removes the folder: it holds people's files. */
export async function inOwnFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
  const folder = await makeOwnFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders of dead processes: they contain people's files. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = /^ignite-(\d+)-\w{6}$/.exec(name)?.[1]
    if (owner && !processExists(Number(owner)))
      await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}
