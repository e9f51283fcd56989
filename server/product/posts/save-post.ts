import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import type { Login } from '#server/platform/http/router.ts'
import { noPost, visibleTo } from './visible.ts'

type Save = { post_id: string; user_id?: string | null; notes?: string | null }

/** Saves a post for the caller; without notes, those of an earlier save stay. Returns the notes it has now. */
export async function savePost(
  db: Database,
  login: Login,
  { post_id, user_id, notes }: Save,
): Promise<{ notes: string; was_saved: boolean }> {
  if (user_id && user_id !== login.userId) requireOwnEmail(login, user_id)
  const { rows } = await sql<{ notes: string; was_saved: boolean }>`
    insert into saved_posts (user_id, post_id, notes)
    select ${login.userId}, id, ${notes ?? ''} from posts
    where id = ${post_id} and ${visibleTo(login.userId)}
    on conflict (user_id, post_id) do update set notes = coalesce(${notes ?? null}, saved_posts.notes)
    returning saved_posts.notes, old.post_id is not null as was_saved`.execute(db)
  if (!rows[0]) throw noPost()
  return rows[0]
}

/** Removes a post from the caller's saved posts. Returns the notes that went with it, or null if it wasn't there. */
export async function unsavePost(db: Database, login: Login, postId: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('saved_posts')
    .where('user_id', '=', login.userId)
    .where('post_id', '=', postId)
    .returning('notes')
    .executeTakeFirst()
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where(visibleTo(login.userId))
    .executeTakeFirst()
  if (!post) throw noPost()
  return removed?.notes ?? null
}
