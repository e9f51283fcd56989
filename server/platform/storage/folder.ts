import { createReadStream, createWriteStream, open as openByNumber } from 'node:fs'
import { access, constants, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { folderFiles, ifMissing } from './folder-files.ts'
import { folderRoutes } from './folder-routes.ts'
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
