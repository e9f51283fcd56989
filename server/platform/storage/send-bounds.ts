import { LRUCache } from 'lru-cache'
import { problem } from '../http/problem.ts'

const MiB = 1024 * 1024

/** The upload limits of one server. A link takes one file, whatever a client tries. */
export const sendBounds = {
  /** How many uploads per minute may begin on one link, including broken attempts. */
  startsByLink: 10,
  /** The page uploads two files at once. */
  person: { atOnce: 8, bytes: 512 * MiB },
  /** A campus may share an address. */
  address: { atOnce: 64, bytes: 2048 * MiB },
  all: { atOnce: 512, bytes: 8192 * MiB },
  /** A client that sends nothing for this long is cut off. The page itself gives up after 45 s. */
  stallMs: 45_000,
}

export type SendBounds = typeof sendBounds

/**
 * What people's files may take at once of one server's temporary folder, which is often small or in memory: uploads on their way to a
 * bucket, files to convert and what becomes of them, and files that are being checked.
 */
export const temporaryBounds: SendBounds = {
  ...sendBounds,
  /** The largest conversion beside a large upload, and pictures of a board. */
  person: { atOnce: 16, bytes: 256 * MiB },
  address: { atOnce: 512, bytes: 512 * MiB },
  all: { atOnce: 512, bytes: 640 * MiB },
}

/** `address` is where the bytes come from, if from outside. */
type Sending = { key: string; person: string; address?: string; bytes: number }

/** Begins an upload, or throws a Problem; returns the function to call at its end, which may be called again. */
export type BeginSending = (sending: Sending) => () => void

/** Limits concurrent uploads. The server reads nothing of a body before its upload has begun here. */
export function createSendings(bounds: SendBounds): BeginSending {
  const keys = new Set<string>()
  const taken = new Map<string, { count: number; bytes: number }>()
  const starts = new LRUCache<string, number>({ max: 20_000, ttl: 60_000 })

  function add(who: string, count: number, bytes: number): void {
    const before = taken.get(who) ?? { count: 0, bytes: 0 }
    const now = { count: before.count + count, bytes: before.bytes + bytes }
    if (now.count > 0) taken.set(who, now)
    else taken.delete(who)
  }

  function hasRoom(who: string, { atOnce, bytes }: SendBounds['all'], more: number): boolean {
    const now = taken.get(who) ?? { count: 0, bytes: 0 }
    return now.count < atOnce && now.bytes + more <= bytes
  }

  /**
   * Begins an upload of at most this many bytes; returns the function to call at its end. Throws a Problem if
   * there's no room.
   */
  return function begin({ key, person, address, bytes }: Sending): () => void {
    if (keys.has(key)) throw problem('conflict', 'Another upload to this link is in progress.')
    const started = (starts.get(key) ?? 0) + 1
    if (started > bounds.startsByLink) {
      const retryAfterSeconds = Math.ceil(starts.getRemainingTTL(key) / 1000)
      throw problem('rate_limited', 'This link was used too many times. Get a new one.', {
        retryAfterSeconds,
      })
    }
    const own = new Map([[`person ${person}`, bounds.person]])
    if (address !== undefined) own.set(`address ${address}`, bounds.address)
    if (own.entries().some(([who, bound]) => !hasRoom(who, bound, bytes))) {
      throw problem('rate_limited', 'Your other files are still uploading. Wait for them, then try again.', {
        retryAfterSeconds: 15,
      })
    }
    if (!hasRoom('all', bounds.all, bytes)) {
      throw problem('unavailable', 'A lot of files are uploading right now. Try again in a moment.', {
        retryAfterSeconds: 15,
      })
    }
    starts.set(key, started, { noUpdateTTL: true })
    keys.add(key)
    const counted = [...own.keys(), 'all']
    for (const who of counted) add(who, 1, bytes)
    let ended = false
    return () => {
      if (ended) return
      ended = true
      keys.delete(key)
      for (const who of counted) add(who, -1, -bytes)
    }
  }
}
