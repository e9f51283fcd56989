import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
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

/** Removes the folders of dead processes: they contain people's files. Fails with the errors of those that it couldn't remove. */
export async function removeAbandonedFolders(): Promise<void> {
  const errors: unknown[] = []
  for (const name of await readdir(tmpdir())) {
    const owner = Number(/^ignite-(\d+)-\w{6}$/.exec(name)?.[1])
    const path = join(tmpdir(), name)
    if (owner && (await isAbandoned(path, owner))) {
      await rm(path, { recursive: true, force: true }).catch(error => errors.push(error))
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, 'Some folders of dead processes couldn’t be removed.')
}

async function isAbandoned(path: string, owner: number): Promise<boolean> {
  if (owner !== process.pid) return !processExists(owner)
  // In a container each server has the same number: it is an earlier one's if it is older than this process.
  const made = (await stat(path).catch(() => null))?.mtimeMs ?? 0
  return made < Date.now() - process.uptime() * 1000
}
