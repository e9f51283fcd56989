import { forgetAll, recall, remember } from '#web/lib/device-memory.ts'

const most = 5
const prefix = 'searches '
const keyOf = (owner: string) => prefix + owner

/** What a person (`ownerKey`) searched for last in this browser, the latest first. */
export function recentSearches(owner: string): string[] {
  try {
    const kept: unknown = JSON.parse(recall(keyOf(owner)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(text => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/**
 * Makes a text the latest search, and forgets the oldest of more than five. The same text in another case is
 * the same search.
 */
export function rememberSearch(owner: string, text: string): void {
  if (text === '') return
  const others = recentSearches(owner).filter(other => other.toLowerCase() !== text.toLowerCase())
  remember(keyOf(owner), JSON.stringify([text, ...others].slice(0, most)))
}

/** Forgets everybody's. */
export const forgetSearches = (): void => forgetAll(prefix)
