import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'

/** Forgets the words that no passage has anymore, a batch at a time. */
export async function sweepWords(db: Database): Promise<void> {
  let after: string | null = ''
  while (after !== null) {
    // A word that another document brings meanwhile is counted, and stays.
    const { rows } = await sql<{ last: string | null }>`
      with looked_at as materialized (
        select word, passages from assistant.words where word > ${after} order by word limit 1000
      ),
      swept as (
        delete from assistant.words using looked_at
        where words.word = looked_at.word and words.passages = looked_at.passages
          and not assistant.still_read(looked_at.word, looked_at.passages)
      )
      select max(word) as last from looked_at`.execute(db)
    after = rows[0]!.last
  }
}
