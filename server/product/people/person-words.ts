import { type RawBuilder, sql } from 'kysely'

/**
 * The condition on a row of `users` that their name, username or college contains all words, the last one
 * perhaps unfinished.
 */
export function personHolds(words: string[]): RawBuilder<boolean> {
  const patterns = words.map((word, index) => (index < words.length - 1 ? `% ${word} %` : `% ${word}%`))
  return patterns.length === 0
    ? sql`true`
    : sql.join(
        patterns.map(pattern => sql`users.search like ${pattern}`),
        sql` and `,
      )
}

/** The condition that their name begins with the words. */
export function personBegins(words: string[]): RawBuilder<boolean> {
  return words.length === 0 ? sql`false` : sql`users.search like ${` ${words.join(' ')}%`}`
}
