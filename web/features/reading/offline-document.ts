import { useEffect, useEffectEvent } from 'react'
import { send } from '#web/lib/api.ts'
import { dropOffline, findOffline, hasOfflineStore, putOffline } from '#web/lib/offline-store.ts'
import { isAway, isRefusal } from '#web/lib/problem-error.ts'
import type { SignedAddress } from '#web/lib/signed-address.ts'
import type { Part } from './signed-file.ts'

type Sign = () => Promise<SignedAddress>

export type StoredDocument = {
  bytes: Blob
  /** Whether nobody could be asked if the person may still read it. */
  unasked: boolean
}

/** With a copy at hand, an answer that takes longer isn't waited for. */
const longestWaitMs = 3_000
/** A document that was read for so long is stored: the time that it takes to count as a view. */
const readForMs = 3_000
/** Larger ones would push out everything else. */
const largestBytes = 25 * 1024 * 1024

/** A document from the offline store. If the server answers, it decides as ever; what it refuses is dropped. */
export async function findDocument(key: string, sign: Sign): Promise<StoredDocument | undefined> {
  const stored = await findOffline<Blob>('documents', key)
  if (!stored) return undefined
  const bytes = stored.value
  try {
    const late = new Promise<'late'>(resolve => setTimeout(resolve, longestWaitMs, 'late'))
    return { bytes, unasked: (await Promise.race([sign(), late])) === 'late' }
  } catch (error) {
    if (isRefusal(error)) void dropOffline('documents', key)
    if (!isAway(error)) throw error
    return { bytes, unasked: true }
  }
}

/** Keeps the document that is being read, whole, for when there is no network. */
export function useStoredCopy(
  key: string,
  ready: boolean,
  sign: Sign,
  known: StoredDocument | undefined,
): void {
  const storeCopy = useEffectEvent(async (signal: AbortSignal) => {
    if (!hasOfflineStore() || savesData()) return
    const bytes = known?.bytes ?? (await fetchWhole((await sign()).url, signal))
    if (bytes) await putOffline('documents', key, bytes, bytes.size)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document is another reading
  useEffect(() => {
    if (!ready) return
    const left = new AbortController()
    // A copy that doesn't come is for the next reading.
    const timer = setTimeout(() => storeCopy(left.signal).catch(() => {}), readForMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [key, ready])
}

async function fetchWhole(url: string, signal: AbortSignal): Promise<Blob | undefined> {
  const response = await send(url, { signal, priority: 'low' })
  if (Number(response.headers.get('content-length')) <= largestBytes) return response.blob()
  await response.body?.cancel()
  return undefined
}

const savesData = () =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Reads a stored document part by part, as a SignedFile does one of the store. */
export class StoredFile {
  readonly #bytes: Blob

  constructor(bytes: Blob) {
    this.#bytes = bytes
  }

  async read(begin: number, end: number): Promise<Part> {
    const bytes = new Uint8Array(await this.#bytes.slice(begin, end).arrayBuffer())
    return { bytes, total: this.#bytes.size }
  }

  readPatiently(begin: number, end: number): Promise<Part> {
    return this.read(begin, end)
  }
}
