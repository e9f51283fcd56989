import { LRUCache } from 'lru-cache'
import { problem } from '../http/problem.ts'

const MiB = 1024 * 1024

/** What may be sent to one server at once. A link takes one file, whatever is tried. */
export const sendBounds = {
  /** How often sending to one link may begin in a minute, broken attempts among them. */
  startsByLink: 10,
  /** The page sends three files at once. */
  person: { atOnce: 8, bytes: 512 * MiB },
  /** A campus may share an address. */
  address: { atOnce: 64, bytes: 2048 * MiB },
  all: { atOnce: 512, bytes: 8192 * MiB },
  /** Who sends no byte for so long is cut off. The page itself gives up after 45 s. */
  stallMs: 45_000,
}

export type SendBounds = typeof sendBounds

type Sending = { key: string; person: string; address: string; bytes: number }

/** Keeps what is being sent within bounds. Nothing of a body is read before its sending has begun here. */
export function createSendings(bounds: SendBounds) {
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

  /** Begins a sending of at most so many bytes; answers the function to call at its end. Throws a Problem where there's no room. */
  return function begin({ key, person, address, bytes }: Sending): () => void {
    if (keys.has(key)) throw problem('conflict', 'A file is being sent to this link already.')
    const started = (starts.get(key) ?? 0) + 1
    if (started > bounds.startsByLink) {
      const retryAfterSeconds = Math.ceil(starts.getRemainingTTL(key) / 1000)
      throw problem('rate_limited', 'This link was tried too often. Ask for a new one.', {
        retryAfterSeconds,
      })
    }
    const counted = [`person ${person}`, `address ${address}`, 'all'] as const
    if (!hasRoom(counted[0], bounds.person, bytes) || !hasRoom(counted[1], bounds.address, bytes)) {
      throw problem('rate_limited', 'Your other files are still being sent. Wait for them, then try again.', {
        retryAfterSeconds: 15,
      })
    }
    if (!hasRoom(counted[2], bounds.all, bytes)) {
      throw problem('unavailable', 'Many files are being sent right now. Try again in a moment.', {
        retryAfterSeconds: 15,
      })
    }
    starts.set(key, started, { noUpdateTTL: true })
    keys.add(key)
    for (const who of counted) add(who, 1, bytes)
    return () => {
      keys.delete(key)
      for (const who of counted) add(who, -1, -bytes)
    }
  }
}
