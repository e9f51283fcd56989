import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { folderRoutes } from './folder-routes.ts'
import { assertKey } from './keys.ts'
import { linkSigner, sign } from './signature.ts'
import type { Storage } from './storage.ts'

type Options = { folder: string; secret: string; publicUrl: string; now: () => Temporal.Instant }

/** Files of a folder, served by this server under signed URLs of our own. */
export function openFolder({ folder, secret, publicUrl, now }: Options): Storage {
  const root = resolve(folder)
  const signer = linkSigner(secret)
  const files = folderFiles(root)
  const expiry = (seconds: number) => now().add({ seconds }).epochMilliseconds

  return {
    async signedUpload({ key, type, size, expiresInSeconds }) {
      assertKey(key)
      const grant = { method: 'PUT' as const, key, type, size: size ?? null, filename: '' }
      const query = sign(signer, { ...grant, expires: expiry(expiresInSeconds) })
      return { url: `${publicUrl}/storage/${key}?${query}`, headers: { 'content-type': type } }
    },
    async signedDownload({ key, type, filename, expiresInSeconds }) {
      assertKey(key)
      const grant = { method: 'GET' as const, key, type, size: null, filename }
      const query = sign(signer, { ...grant, expires: expiry(expiresInSeconds) })
      return `${publicUrl}/storage/${key}?${query}`
    },
    async putFile(key, path) {
      const temporary = await files.temporary()
      try {
        await copyFile(path, temporary)
        await files.sync(temporary)
        await mkdir(dirname(files.path(key)), { recursive: true })
        await rename(temporary, files.path(key))
      } finally {
        await rm(temporary, { force: true })
      }
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
    async *list(prefix) {
      const below = join(root, prefix)
      const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch(ifMissing([]))
      for (const entry of entries) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const found = await stat(path).catch(ifMissing(null))
        if (!found) continue
        const modified = Temporal.Instant.fromEpochMilliseconds(Math.trunc(found.mtimeMs))
        yield { key: path.slice(root.length + 1), modified }
      }
    },
    mount: app => folderRoutes(app, { files, signer, now }),
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
    /** A new path on the same file system, for a file that isn't whole yet. */
    async temporary(): Promise<string> {
      await mkdir(uploads, { recursive: true })
      return join(uploads, randomUUID())
    },
    async sync(path: string): Promise<void> {
      const handle = await open(path, 'r+')
      await handle.sync().finally(() => handle.close())
    },
    /** Gives a whole file its key, unless the key is taken: of two at once, one wins. */
    async claim(temporary: string, key: string): Promise<boolean> {
      await mkdir(dirname(this.path(key)), { recursive: true })
      try {
        await link(temporary, this.path(key))
        return true
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
        throw error
      }
    },
    /** Removes what uploads left behind when the server was killed under them. */
    async removeStale(before: Temporal.Instant): Promise<void> {
      for (const name of await readdir(uploads).catch(ifMissing([]))) {
        const path = join(uploads, name)
        const found = await stat(path).catch(ifMissing(null))
        if (found && found.mtimeMs < before.epochMilliseconds) await rm(path, { force: true })
      }
    },
  }
}

function ifMissing<T>(value: T) {
  return (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return value
    throw error
  }
}
