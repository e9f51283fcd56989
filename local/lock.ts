import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Lock = {
  /** Tells other processes that find the folder locked where this Ignite answers. */
  announce(address: string): void
  release(): void
}

/** Thrown if another process uses the data folder; `address` is absent while that one is still starting. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  readonly address: string | undefined
  constructor(dataDir: string, holder: Holder | undefined) {
    super(
      holder?.address
        ? `Ignite is already running on this folder at ${holder.address} (pid ${holder.pid}).`
        : `Ignite is already working on the folder ${dataDir}${holder ? ` (pid ${holder.pid})` : ''}.`,
    )
    this.address = holder?.address
  }
}

/**
 * Locks the data folder for this process, or throws FolderInUse.
 *
 * It is a kernel lock on a SQLite file, because that ends with its process however the process dies: a file
 * with a process id would outlive a `kill -9` and could name an unrelated process once the id is reused.
 */
export function takeLock(dataDir: string): Lock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const holderFile = join(dataDir, 'running.json')
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)
      throw new FolderInUse(dataDir, readHolder(holderFile))
    throw new Error(`The data folder ${dataDir} cannot be used: ${String(error)}`)
  }
  held.add(database)
  const write = (holder: Holder) => writeFileSync(holderFile, JSON.stringify(holder))
  write({ pid: process.pid })
  return {
    announce: address => write({ pid: process.pid, address }),
    release() {
      rmSync(holderFile, { force: true })
      held.delete(database)
      database.close()
    },
  }
}

/** Collecting one as garbage would end its lock. */
const held = new Set<DatabaseSync>()

type Holder = { pid: number; address?: string }

const sqliteBusy = 5

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
