import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export type Entry = {
  path: string
  content: Readable
  modified: Temporal.Instant
  /** For files that are compressed already. */
  stored?: boolean
}

/**
 * Writes a ZIP archive to a new file, one entry after the other as each is taken, so that memory stays flat whatever the
 * archive holds.
 */
export async function writeArchive(path: string, entries: AsyncIterable<Entry>): Promise<void> {
  const zip = new ZipFile()
  const broken = new Promise<never>((_, reject) => zip.once('error', reject))
  const file = createWriteStream(path, { flags: 'wx' })
  const written = pipeline(zip.outputStream, file)
  // Both are awaited below, but either may fail while the other is.
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

const longestName = 80

/**
 * A name that is the same file on every system: without separators, control and reordering marks and what Windows
 * reserves, and short. `id` keeps two of one name apart.
 */
export function entryPath(folder: string, name: string, id: string): string {
  const [, base = '', extension = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/is.exec(name)!
  const clean = [
    ...base
      .normalize('NFC')
      .replaceAll(/[\p{C}<>:"/\\|?*]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[. ]+|[. ]+$/g, ''),
  ]
  const short = clean.slice(0, longestName).join('').trimEnd() || 'file'
  return `${folder}/${short} (${id.slice(-6)})${extension.toLowerCase()}`
}
