import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Forgets the words that no post has anymore, a batch at a time. */
export async function sweepWords(db: Database): Promise<void> {
  let after: string | null = ''
  while (after !== null) {
    // A word that a new post brings meanwhile is counted, and stays. One that an edit brings, which adds only unknown words, is
    // forgotten if the edit commits after this: until another post brings it, nothing is corrected to it.
    const { rows } = await sql<{ last: string | null }>`
      with looked_at as materialized (
        select word, posts from post_words where word > ${after} order by word limit 1000
      ),
      swept as (
        delete from post_words using looked_at
        where post_words.word = looked_at.word and post_words.posts = looked_at.posts
          and not still_posted(looked_at.word, looked_at.posts)
      )
      select max(word) as last from looked_at`.execute(db)
    after = rows[0]!.last
  }
}
