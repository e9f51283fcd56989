import { LRUCache } from 'lru-cache'

/** The burst size, and the refill rate. */
export type Budget = { perSecond: number; holds: number }

/** A token bucket: returns whether there was room for an amount, and takes it. */
export function bucket({ perSecond, holds }: Budget): (amount?: number) => boolean {
  let level = holds
  let filledAt = performance.now()
  return (amount = 1) => {
    const now = performance.now()
    level = Math.min(holds, level + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (level < amount) return false
    level -= amount
    return true
  }
}

/** Names come from strangers, who could otherwise fill our memory with them. */
const maxNames = 10_000

/** A bucket for each of the most recent names. */
export function buckets(budget: Budget): (name: string) => boolean {
  const known = new LRUCache<string, () => boolean>({ max: maxNames })
  return name => {
    const take = known.get(name) ?? bucket(budget)
    known.set(name, take)
    return take()
  }
}
