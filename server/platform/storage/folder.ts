import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, open as openByNumber } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { processExists } from '../process-exists.ts'
import { etag, folderRoutes } from './folder-routes.ts'
import { assertKey, isKey } from './keys.ts'
import { createSendings, type SendBounds, sendBounds } from './send-bounds.ts'
import { sendRoutes } from './send-routes.ts'
import { createLinks } from './signature.ts'
import type { Storage } from './storage.ts'

type Options = {
  folder: string
  secret: string
  publicUrl: string
  now: () => Temporal.Instant
  bounds?: SendBounds
}

/** Files in a folder, served by this server under our own signed URLs. */
export function openFolder({ folder, bounds = sendBounds, ...options }: Options): Storage {
  const root = resolve(folder)
  const links = createLinks(options)
  const files = folderFiles(root)

  return {
    async signedUpload(grant) {
      assertKey(grant.key)
      return links.toSend(grant)
    },
    async signedDownload(grant) {
      assertKey(grant.key)
      return links.toRead(grant)
    },
    async putFile(key, path) {
      await files.write(key, temporary => copyFile(path, temporary))
    },
    async putStream(key, content) {
      let size = 0
      await files.write(key, async temporary => {
        const file = createWriteStream(temporary)
        await pipeline(content, file)
        size = file.bytesWritten
      })
      return size
    },
    async get(key) {
      // Opened before it is returned: a file that is removed a moment later is read to its end. By its number, since a `FileHandle`
      // that nobody closes ends the process once it is collected.
      const path = files.path(key)
      const fd = await promisify(openByNumber)(path, 'r').catch(ifMissing(null))
      return fd === null ? null : createReadStream(path, { fd })
    },
    async head(key) {
      const found = await files.stat(key)
      return found && { size: found.size }
    },
    async remove(key) {
      await rm(files.path(key), { force: true })
    },
    async retire(key) {
      await files.write(key, temporary => writeFile(temporary, ''))
    },
    async *list(prefix) {
      const below = join(root, prefix)
      const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const key = join(entry.parentPath, entry.name).slice(root.length + 1)
        const found = isKey(key) ? await files.stat(key) : null
        if (!found) continue
        const modified = Temporal.Instant.fromEpochMilliseconds(Math.trunc(found.mtimeMs))
        yield { key, modified }
      }
    },
    async mount(app) {
      await files.removeAbandoned()
      await sendRoutes(app, { links, target: files, begin: createSendings(bounds), bounds })
      await folderRoutes(app, { files, links })
    },
    async check() {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

export type FolderFiles = ReturnType<typeof folderFiles>

function folderFiles(root: string) {
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

function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
