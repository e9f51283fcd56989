import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { processExists } from '../process-exists.ts'
import { assertKey } from './keys.ts'

export type FolderFiles = ReturnType<typeof folderFiles>

/** The files of a folder, each at the path that its key names. */
export function folderFiles(root: string) {
  const uploads = join(root, '.uploads')
  return {
    path(key: string): string {
      assertKey(key)
      return join(root, key)
    },
    stat(key: string) {
      return stat(this.path(key)).catch(ifMissing(null))
    },
    async isTaken(key: string): Promise<boolean> {
      return (await this.stat(key)) !== null
    },
    /**
     * A new path on the same file system, named after this process and this machine or container, so that leftovers
     * of a killed process can be recognized.
     */
    async temporary(): Promise<string> {
      await mkdir(uploads, { recursive: true })
      return join(uploads, `${process.pid}.${hostname()}.${randomUUID()}`)
    },
    /** Writes a file of ours, and renames it to its key once it is complete, replacing any old one. */
    async write(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
      const temporary = await this.temporary()
      try {
        await fill(temporary)
        await flush(temporary)
        await enter(this.path(key), path => rename(temporary, path))
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async keep(temporary: string, key: string): Promise<string | null> {
      try {
        await enter(this.path(key), path => link(temporary, path))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
        throw error
      }
      return etag(await stat(temporary))
    },
    /** Removes partial uploads of a killed server. */
    async removeAbandoned(): Promise<void> {
      for (const name of await readdir(uploads).catch(ifMissing([]))) {
        const path = join(uploads, name)
        const [, pid, host] = /^(\d+)\.(.+)\.[^.]+$/.exec(name) ?? []
        // The numbers of another machine's or container's processes mean nothing here.
        const owner = host === hostname() ? Number(pid) : undefined
        const written = (await stat(path).catch(ifMissing(null)))?.mtimeMs ?? 0
        // Another process may have got the same number, in a container even this one. No write
        // pauses for an hour.
        const since = owner === process.pid ? process.uptime() : 3600
        const isGone = owner !== undefined && !processExists(owner)
        if (isGone || written < Date.now() - since * 1000) await rm(path, { force: true })
      }
    },
  }
}

/** Changes with a file's size and its modification time in milliseconds. */
export const etag = (file: Stats) => `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`

/** Puts a file into its folder, and resolves once it would survive a power cut. */
async function enter(path: string, how: (path: string) => Promise<void>): Promise<void> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true })
  await how(path)
  const last = made ? dirname(made) : folder
  for (let each = folder; each !== last; each = dirname(each)) await flush(each).catch(ifImpossible)
  await flush(last).catch(ifImpossible)
}

/** Some file systems on a network can't flush a folder. */
function ifImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL') throw error
}

/** Flushes a file's content or a folder's entries to the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** For a call that fails where there is no file: this value instead. */
export function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
