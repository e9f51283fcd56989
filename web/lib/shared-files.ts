import { fileLimits, typeOfFile } from '#shared/domain/file-types.ts'
import { sharePath } from '#shared/domain/page-paths.ts'

const cacheName = 'shared files'
/** A person who must sign in first takes a while; whoever comes later shared something else. */
const waitForMs = 30 * 60_000
const most = 10

/** Keeps shared files, of the kinds that can be posted, until they are taken. Any site can send some, so that they are few. */
export async function keepShared(entries: FormDataEntryValue[]): Promise<void> {
  await forgetShared()
  const files = entries.filter(entry => entry instanceof File).filter(canBePosted)
  const cache = await caches.open(cacheName)
  for (const [index, file] of files.slice(0, most).entries()) {
    const headers = {
      'content-type': file.type,
      'x-name': encodeURIComponent(file.name),
      'x-shared-at': String(Date.now()),
    }
    await cache.put(`${sharePath}/${index}`, new Response(file, { headers }))
  }
}

/** The files that were shared a moment ago, once. */
export async function takeShared(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const kept = await cache.matchAll()
  const files = await Promise.all(
    kept
      .filter(({ headers }) => Date.now() - Number(headers.get('x-shared-at')) < waitForMs)
      .map(async response => {
        const name = decodeURIComponent(response.headers.get('x-name') ?? '')
        return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
      }),
  )
  await forgetShared()
  return files
}

/** Drops the shared files that nobody took: those who sign in here next don't get them. */
export async function forgetShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}

function canBePosted(file: File): boolean {
  return typeOfFile(file) !== null && file.size <= fileLimits.documentBytes
}
