import type { FoundPage } from '#shared/api/search.ts'

type Excerpt = FoundPage['excerpt']

/** What the reader highlights: from the first to the last word that was found. */
export function quoteOf(excerpt: Excerpt): string | undefined {
  const first = excerpt.findIndex(({ found }) => found)
  const last = excerpt.findLastIndex(({ found }) => found)
  if (first < 0) return undefined
  return textOf(excerpt.slice(first, last + 1))
}

/** The excerpt without its marks. */
export function textOf(excerpt: Excerpt): string {
  return excerpt.map(({ text }) => text).join('')
}
