import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { people } from './people.ts'

/** What people did with each other's posts: who follows whom, what was kept, what was read. */
export async function addReaders(db: Database): Promise<void> {
  const users = await db.selectFrom('users').select(['id', 'email']).execute()
  const idOf = (key: string) => {
    const person = people.find(person => person.key === key)
    return users.find(user => user.email === person?.email)!.id
  }
  const follows = people.flatMap(person =>
    person.follows.map(followed => ({ follower_id: idOf(person.key), followed_id: idOf(followed) })),
  )
  await db.insertInto('follows').values(follows).execute()

  const posts = await db.selectFrom('posts').select(['id', 'author_id', 'created_at']).orderBy('id').execute()
  const saves = []
  const views = []
  for (const [place, post] of posts.entries()) {
    for (const [reader, user] of users.entries()) {
      if (user.id === post.author_id) continue
      if ((place * 5 + reader * 3) % 11 === 0) saves.push({ user_id: user.id, post_id: post.id })
      if ((place * 7 + reader * 5) % 3 !== 0) continue
      const viewed = post.created_at.add({
        minutes: 3 + reader * 11,
      })
      views.push({ post_id: post.id, viewer_id: user.id, viewed_at: viewed })
    }
  }
  await db.insertInto('saved_posts').values(saves).execute()
  for (const view of views) {
    await sql`
      insert into document_views (post_id, viewer_id, window_start, viewed_at)
      values (${view.post_id}, ${view.viewer_id},
        date_bin('30 minutes', ${view.viewed_at}::timestamptz, 'epoch'), ${view.viewed_at})`.execute(db)
  }
}
