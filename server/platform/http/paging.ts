import { LRUCache } from 'lru-cache'

/** Where a page of a list starts: after a known row, or so many rows down. */
export type PageStart = { after: string } | { skip: number }

/**
 * Lists page by the last row seen (keyset), so that posts which come or go meanwhile neither repeat nor hide one. A
 * client that only counts (`offset`) is led the same way: the row its last page ended at is remembered
 * here for 15 minutes. Nothing depends on the memory: a count it doesn't know is
 * answered by counting down, as after a restart or on another node.
 */
export function createTraversals(max = 50_000) {
  // A bound in sizes takes its room as it fills; `max` would take all of it, for every list, before the server listens.
  const ends = new LRUCache<string, string>({
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: 15 * 60 * 1000,
  })
  const key = (reader: string, list: string, offset: number) => `${reader} ${list} ${offset}`
  return {
    start(reader: string, list: string, { offset, cursor }: { offset: number; cursor?: string }): PageStart {
      const after = cursor ?? (offset > 0 ? ends.get(key(reader, list, offset)) : undefined)
      return after === undefined ? { skip: offset } : { after }
    },
    /** Remembers the end of a page; answers the `next_cursor`: null on the last page. */
    end(reader: string, list: string, offset: number, ids: string[], pageSize: number): string | null {
      const last = ids.at(-1)
      if (last === undefined || ids.length < pageSize) return null
      ends.set(key(reader, list, offset + ids.length), last)
      return last
    },
  }
}
