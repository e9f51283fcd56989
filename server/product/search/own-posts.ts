import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { suggestAfter } from '#shared/api/courses.ts'

type OwnPost = { id: string; post_name: string; date: string }

/** A person's own visible posts whose title contains every typed word, even in part; the newest 20. */
export async function ownPosts(db: Database, ownerId: string, text: string): Promise<OwnPost[]> {
  // Shorter text isn't searched for, whatever the client.
  if (text.length <= suggestAfter.otherPickers) return []
  // Plain words contain neither % nor _ (plain_words, 0002). One person's titles are few enough to scan.
  const { rows } = await sql<{ id: string; title: string; created_at: Temporal.Instant }>`
    select id, title, created_at from posts
    where author_id = ${ownerId} and visible and plain_words(${text}) <> ''
      and plain_words(title) like all (
        select '%' || word || '%' from string_to_table(plain_words(${text}), ' ') word
      )
    order by id desc limit 20`.execute(db)
  return rows.map(row => ({ id: row.id, post_name: row.title, date: isoTime(row.created_at) }))
}
