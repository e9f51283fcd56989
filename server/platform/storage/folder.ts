import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
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
import { isAlive } from '../sandbox/own-folder.ts'
import { etag, folderRoutes } from './folder-routes.ts'
import { assertKey, isKey } from './keys.ts'
import { type SendBounds, sendBounds } from './send-bounds.ts'
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
      const found = await files.stat(key)
      return found && createReadStream(files.path(key))
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
      await sendRoutes(app, { links, target: files, bounds })
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
     * A new path on the same file system, named after this machine or container and this process so that leftovers of a
     * killed process can be recognized.
     */
    async temporary(): Promise<string> {
      await mkdir(uploads, { recursive: true })
      return join(uploads, `${hostname()}.${process.pid}.${randomUUID()}`)
    },
    /** Writes a file of ours, and renames it to its key once it is complete, replacing any old one. */
    async write(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
      const temporary = await this.temporary()
      try {
        await fill(temporary)
        const handle = await open(temporary, 'r+')
        await handle.sync().finally(() => handle.close())
        const target = this.path(key)
        await entering(dirname(target), () => rename(temporary, target))
      } finally {
        await rm(temporary, { force: true })
      }
    },
    async keep(temporary: string, key: string): Promise<string | null> {
      const target = this.path(key)
      try {
        await entering(dirname(target), () => link(temporary, target))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
        throw error
      }
      return etag(await stat(temporary))
    },
    /** Removes partial uploads of killed servers. Those that share the folder from other machines or containers may still write theirs. */
    async removeAbandoned(): Promise<void> {
      const here = `${hostname()}.`
      for (const name of await readdir(uploads).catch(ifMissing([]))) {
        const path = join(uploads, name)
        const owner = name.startsWith(here) ? Number.parseInt(name.slice(here.length), 10) : null
        const written = (await stat(path).catch(ifMissing(null)))?.mtimeMs ?? 0
        // Another process may have got the same number, in a container even this one. No write
        // pauses for an hour.
        const since = owner === process.pid ? process.uptime() : 3600
        const killed = owner !== null && !isAlive(owner)
        if (killed || written < Date.now() - since * 1000) await rm(path, { force: true })
      }
    },
  }
}

/**
 * Gives a file its name in a folder, so that it is still there after a power cut: flushing a file flushes none of its names
 * (https://man7.org/linux/man-pages/man2/fsync.2.html).
 */
async function entering(folder: string, name: () => Promise<void>): Promise<void> {
  const made = await mkdir(folder, { recursive: true })
  await name()
  await flushFolder(folder)
  // The first of the folders that are new, too, has a name in one that was there.
  for (let at = folder; made && at.length >= made.length; at = dirname(at)) await flushFolder(dirname(at))
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
