import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
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
 * Writes a ZIP archive to a new file, one entry after the other, so that memory use stays flat whatever its
 * size.
 */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const zip = new ZipFile()
  const broken = new Promise<never>((_, reject) => zip.once('error', reject))
  const file = createWriteStream(path, { flags: 'wx' })
  const written = pipeline(zip.outputStream, file)
  // Both are awaited below, but either may fail while we wait for the other.
  for (const promise of [broken, written]) promise.catch(() => {})
  try {
    for await (const { path: name, content, modified, stored = false } of entries) {
      zip.addReadStream(content, name, { mtime: new Date(modified.epochMilliseconds), compress: !stored })
      await Promise.race([finished(content), written, broken])
    }
    zip.end()
    await Promise.race([written, broken])
  } finally {
    file.destroy()
  }
}
