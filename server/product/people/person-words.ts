import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** The words that a text is searched by, folded as names are. */
export async function plainWords(db: Database, text: string): Promise<string[]> {
  if (text === '') return []
  const { rows } = await sql<{ plain: string }>`select plain_words(${text}) as plain`.execute(db)
  return rows[0]!.plain.split(' ').filter(word => word !== '')
}

// Plain words hold no wildcards, so these patterns have none but their own.

/** The condition on a row of `users` that their name, username or college holds all words, the last maybe unfinished. */
export function personHolds(words: string[]): RawBuilder<boolean> {
  const patterns = words.map((word, place) => (place < words.length - 1 ? `% ${word} %` : `% ${word}%`))
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
