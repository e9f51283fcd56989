import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

/** Every file of a ZIP archive by its path. */
export async function readZip(archive: Buffer): Promise<Map<string, Buffer>> {
  const open = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)
  const zip = await open(archive, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  zip.on('error', reject)
  zip.on('end', () => resolve())
  zip.on('entry', (entry: yauzl.Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error)
      buffer(stream).then(bytes => {
        if (files.has(entry.fileName)) return reject(new Error(`${entry.fileName} is there twice`))
        files.set(entry.fileName, bytes)
        zip.readEntry()
      }, reject)
    })
  })
  zip.readEntry()
  await promise
  return files
}
