import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { posts as calls } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'
import type { Cast } from './front-door.ts'
import { people } from './people.ts'

/** What Maya Chen notes on posts that she saved. */
const notesOfMaya = {
  'linear-maps': 'For the quiz on Thursday. The picture on page 2 says it all.',
  clt: 'Ask Grace why thirty isn’t a magic number.',
  'hash-lab': 'Load factor! Compare with my own timings.',
  recursion: 'Exercise 3 before the next lesson.',
}
/** Where she left off reading. */
const pagesOfMaya = { 'solved-exercises': 41, 'linear-maps': 2 }

/** What people did with each other's posts: saved posts, notes, reading positions and views. */
export async function addReaders(db: Database, cast: Cast, posted: Map<string, string>): Promise<void> {
  for (const [slug, notes] of Object.entries(notesOfMaya))
    await cast.of('maya').call(calls.save, { body: { post_id: posted.get(slug)!, notes } })
  for (const [slug, pageNumber] of Object.entries(pagesOfMaya)) {
    const { post } = await cast.of('maya').call(calls.get, { params: { id: posted.get(slug)! } })
    await cast.of('maya').call(reading.keepPosition, { body: { fileKey: post.doc_url, pageNumber } })
  }
  const users = await db.selectFrom('users').select(['id', 'email']).orderBy('email').execute()
  const posts = await db.selectFrom('posts').select(['id', 'author_id', 'created_at']).orderBy('id').execute()
  for (const [place, post] of posts.entries()) {
    for (const [reader, user] of users.entries()) {
      const person = people.find(({ email }) => email === user.email)
      if (user.id === post.author_id || !person) continue
      if ((place * 5 + reader * 3) % 11 === 0)
        await cast.of(person.key).call(calls.save, { body: { post_id: post.id } })
      if ((place * 7 + reader * 5) % 3 === 0)
        await view(db, post.id, user.id, post.created_at.add({ minutes: 3 + reader * 11 }))
    }
  }
}

async function view(db: Database, postId: string, readerId: string, at: Temporal.Instant): Promise<void> {
  await sql`
    insert into document_views (post_id, viewer_id, window_start, viewed_at)
    values (${postId}, ${readerId}, date_bin('30 minutes', ${at}::timestamptz, 'epoch'), ${at})`.execute(db)
}
