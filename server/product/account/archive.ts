import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file in an archive. */
export type Entry = {
  path: string
  content: Readable
  modified: Temporal.Instant
  /** For files that are already compressed. */
  stored?: boolean
}

/**
 * Streams a ZIP archive to `store`, one entry after the other, so that memory use stays flat whatever its size.
 * Returns what `store` does, once nothing reads or writes anymore. If an entry fails, so does the stream.
 */
export async function writeArchive<R>(
  entries: AsyncIterable<Entry>,
  store: (archive: Readable) => Promise<R>,
): Promise<R> {
  const zip = new ZipFile()
  const archive = zip.outputStream as Readable
  const endWith = (error: Error): never => {
    archive.destroy(error)
    throw error
  }
  const filled = fill(zip, archive, entries).catch(endWith)
  const stored = store(archive).catch(endWith)
  await Promise.allSettled([stored, filled])
  // If both failed, the store names the reason: an entry's failure reaches it with the stream.
  const [result] = await Promise.all([stored, filled])
  return result
}

async function fill(zip: ZipFile, archive: Readable, entries: AsyncIterable<Entry>): Promise<void> {
  const broken = new Promise<never>((_, reject) => zip.once('error', reject))
  const taken = finished(archive)
  // Both are awaited below, but either may fail while we wait for an entry.
  for (const promise of [broken, taken]) promise.catch(() => {})
  for await (const { path, content, modified, stored = false } of entries) {
    zip.addReadStream(content, path, { mtime: new Date(modified.epochMilliseconds), compress: !stored })
    try {
      await Promise.race([finished(content), taken, broken])
    } finally {
      // Nothing else ends what it reads from: an open file, or a transaction.
      content.destroy()
    }
  }
  zip.end()
  await Promise.race([taken, broken])
}
