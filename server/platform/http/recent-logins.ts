import { LRUCache } from 'lru-cache'

/** How long a found login stays cached: a page makes ten calls at once, and each needs the caller. */
const goodForMs = 500
const most = 10_000

type Recent<T> = { found: Promise<T | null>; measured: number; clock: number }

export type RecentLogins<T> = {
  find: (token: string, clock: number, look: () => Promise<T | null>) => Promise<T | null>
  forget: (token: string) => void
  /** For when a person loses access, and their tokens aren't known here. */
  forgetAll: () => void
}

/**
 * Caches whose token it is for half a second, so that a revoked login ends at once on the node that revokes
 * it and within a second on every other. Both the product's clock and the machine's must agree that no more
 * has passed: tests stop the first and move it by days.
 */
export function createRecentLogins<T>(): RecentLogins<T> {
  const recent = new LRUCache<string, Recent<T>>({ max: most })
  return {
    find(token, clock, look) {
      const measured = performance.now()
      const known = recent.get(token)
      if (known && measured - known.measured < goodForMs && Math.abs(clock - known.clock) < goodForMs) {
        return known.found
      }
      const found = look()
      const entry = { found, measured, clock }
      recent.set(token, entry)
      const drop = () => {
        if (recent.get(token) === entry) recent.delete(token)
      }
      found.then(login => login ?? drop(), drop)
      return found
    },
    forget(token) {
      recent.delete(token)
    },
    forgetAll() {
      recent.clear()
    },
  }
}
