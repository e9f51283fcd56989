import { fileLimits, typeOfFile } from '#shared/domain/file-types.ts'
import { sharePath } from '#shared/domain/page-paths.ts'

const cacheName = 'shared files'
/** A person who must sign in first takes a while; whoever comes later shared something else. */
const waitForMs = 30 * 60_000
export const mostShared = 10

/** The files that were shared, and how many others were left out. */
type Shared = { files: File[]; leftOut: number }

/** Keeps shared files, of the kinds that can be posted, until they are taken. Any site can send some, so that they are few. */
export async function keepShared(entries: FormDataEntryValue[]): Promise<void> {
  await forgetShared()
  const files = entries.filter(entry => entry instanceof File)
  const kept = files.filter(canBePosted).slice(0, mostShared)
  const cache = await caches.open(cacheName)
  const sharedAt = { 'x-shared-at': String(Date.now()) }
  for (const [index, file] of kept.entries()) {
    const headers = { ...sharedAt, 'content-type': file.type, 'x-name': encodeURIComponent(file.name) }
    await cache.put(`${sharePath}/${index}`, new Response(file, { headers }))
  }
  const headers = { ...sharedAt, 'x-left-out': String(files.length - kept.length) }
  await cache.put(`${sharePath}/left-out`, new Response(null, { headers }))
}

/** What was shared a moment ago, once. */
export async function takeShared(): Promise<Shared> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return { files: [], leftOut: 0 }
  const cache = await caches.open(cacheName)
  const kept = (await cache.matchAll()).filter(
    ({ headers }) => Date.now() - Number(headers.get('x-shared-at')) < waitForMs,
  )
  const leftOut = kept.reduce((sum, { headers }) => sum + Number(headers.get('x-left-out') ?? 0), 0)
  const files = await Promise.all(
    kept
      .filter(({ headers }) => headers.has('x-name'))
      .map(async response => {
        const name = decodeURIComponent(response.headers.get('x-name') ?? '')
        return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' })
      }),
  )
  await forgetShared()
  return { files, leftOut }
}

/** Drops the shared files that nobody took: those who sign in here next don't get them. */
export async function forgetShared(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}

function canBePosted(file: File): boolean {
  return typeOfFile(file) !== null && file.size <= fileLimits.documentBytes
}
