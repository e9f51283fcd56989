import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import type { Login } from '#server/platform/http/router.ts'
import { noPost, visibleTo } from './visible.ts'

type Save = { post_id: string; user_id?: string | null; notes?: string }

/** Saves a post for the caller; without notes, those of an earlier save stay. */
export async function savePost(db: Database, login: Login, { post_id, user_id, notes }: Save): Promise<void> {
  if (user_id && user_id !== login.userId) requireOwnEmail(login, user_id)
  const saved = await sql`
    insert into saved_posts (user_id, post_id, notes)
    select ${login.userId}, id, ${notes ?? ''} from posts
    where id = ${post_id} and ${visibleTo(login.userId)}
    on conflict (user_id, post_id) do update set notes = coalesce(${notes ?? null}, saved_posts.notes)
    returning post_id`.execute(db)
  if (saved.rows.length === 0) throw noPost()
}

/** Removes a post from the caller's saved posts. */
export async function unsavePost(db: Database, login: Login, postId: string): Promise<void> {
  await db
    .deleteFrom('saved_posts')
    .where('user_id', '=', login.userId)
    .where('post_id', '=', postId)
    .execute()
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where(visibleTo(login.userId))
    .executeTakeFirst()
  if (!post) throw noPost()
}
