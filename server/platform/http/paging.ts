import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Login } from './router.ts'

/** Where a page of a list starts: after the row of a cursor, or else this many rows down. */
export type PageStart = { after: string | null; skip: number }

/** A client that never stops paging must not fill the memory; each list forgets its oldest. */
const maxRemembered = 50_000

/**
 * Remembers where pages ended. Lists page by the last row seen (keyset), so that posts which come or go
 * meanwhile neither repeat nor hide one. For a client that only counts (`offset`), this is the row at which
 * its last page ended, for 15 minutes. Nothing depends on this memory: for an unknown offset, as after a
 * restart or on another node, the list counts rows.
 */
export function createPageMemory() {
  // With `maxSize` the cache allocates as it fills; `max` would allocate everything, for every list, before
  // the server listens.
  const ends = new LRUCache<string, string>({
    maxSize: maxRemembered,
    sizeCalculation: () => 1,
    ttl: 15 * 60 * 1000,
  })
  const key = (reader: string, list: string, offset: number) => `${reader} ${list} ${offset}`
  return {
    open(reader: string, list: string, { offset, cursor }: { offset: number; cursor?: string }) {
      const after = cursor ?? (offset > 0 ? ends.get(key(reader, list, offset)) : undefined)
      const start: PageStart = after === undefined ? { after: null, skip: offset } : { after, skip: 0 }
      return {
        start,
        /** Remembers the end of the page; returns the `next_cursor`: null on the last page. */
        end(ids: string[], pageSize: number): string | null {
          const last = ids.at(-1)
          if (last === undefined || ids.length < pageSize) return null
          ends.set(key(reader, list, offset + ids.length), last)
          return last
        },
      }
    },
  }
}

/** Who reads a list that visitors may read, too. */
export function readerOf(login: Login | null, { ip }: Pick<FastifyRequest, 'ip'>): string {
  return login?.userId ?? ip
}
