import { recall, remember } from '#web/lib/device-memory.ts'

const most = 5
const keyOf = (username: string) => `searches ${username}`

/** What a person searched for last in this browser, the latest first. */
export function recentSearches(username: string): string[] {
  try {
    const kept: unknown = JSON.parse(recall(keyOf(username)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(text => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/**
 * Makes a text the latest search, and forgets the oldest of more than five. The same text in another case is
 * the same search.
 */
export function rememberSearch(username: string, text: string): void {
  if (text === '') return
  const others = recentSearches(username).filter(other => other.toLowerCase() !== text.toLowerCase())
  remember(keyOf(username), JSON.stringify([text, ...others].slice(0, most)))
}

export function forgetSearches(username: string): void {
  remember(keyOf(username), null)
}
