import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** The words of a search text, folded like names. */
export async function plainWords(db: Database, text: string): Promise<string[]> {
  if (text === '') return []
  const { rows } = await sql<{ plain: string }>`select plain_words(${text}) as plain`.execute(db)
  return rows[0]!.plain.split(' ').filter(word => word !== '')
}

// Plain words contain no wildcards, so these patterns have only their own.

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
