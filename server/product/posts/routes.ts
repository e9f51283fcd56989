import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createPageMemory, type PageStart, readerOf } from '#server/platform/http/paging.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import * as calls from '#shared/api/posts.ts'
import { parseCrn } from '#shared/domain/course-strings.ts'
import { createPost } from './create-post.ts'
import { definePostJobs } from './jobs.ts'
import * as queries from './queries.ts'
import { removePost } from './remove-post.ts'
import { savePost, unsavePost } from './save-post.ts'
import { savedPosts } from './saved-posts.ts'
import { updatePost } from './update-post.ts'
import { noPost } from './visible.ts'

const posts = calls.posts

/** Posts: sharing a document, the feeds, saved posts. */
export function postRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const pageMemory = createPageMemory()
  definePostJobs(deps)

  implement(posts.create, async ({ body, login }) => ({
    status: 'success',
    ...(await createPost(deps, login, body)),
  }))

  implement(posts.list, async ({ query, login, db, request }) => {
    const { start, end } = pageMemory.open(readerOf(login, request), query.type, query)
    const cards = await feed(db, login, query.type, start)
    return page(cards, end)
  })

  implement(posts.ofPerson, async ({ query, login, db, request }) => {
    const crn = query.crn === '' ? null : (parseCrn(query.crn) ?? 'none')
    const list = `person ${query.username} ${crn}`
    const { start, end } = pageMemory.open(readerOf(login, request), list, query)
    const person = { username: query.username, crn }
    const cards = await queries.postsOfPerson(db, login?.userId ?? null, person, start)
    return page(cards, end)
  })

  implement(posts.ofCourse, async ({ query, login, db, request }) => {
    const list = `course ${query.course_id}`
    const { start, end } = pageMemory.open(readerOf(login, request), list, query)
    const cards = await queries.postsOfCourse(db, login?.userId ?? null, query.course_id, start)
    return page(cards, end)
  })

  implement(posts.get, async ({ params, login }) => {
    const post = await queries.postById(db, login, params.id)
    if (!post) throw noPost()
    return { status: 'success', post }
  })

  implement(posts.update, async ({ params, body, login }) => ({
    status: 'success',
    ...(await updatePost(deps, login, params.id, body)),
  }))

  implement(posts.remove, async ({ query, login }) => {
    await removePost(deps, login, query)
    return { status: 'success' }
  })

  implement(posts.save, async ({ body, login }) => {
    const saved = await savePost(db, login, body)
    return { status: 'success', post: { id: body.post_id, saved: true, ...saved } }
  })

  implement(posts.unsave, async ({ query, login }) => {
    const notes = await unsavePost(db, login, query.id)
    return { status: 'success', post: { id: query.id, saved: false, notes } }
  })

  implement(posts.saved, async ({ query, login, db }) => {
    const { start, end } = pageMemory.open(login.userId, 'saved', query)
    const { posts, cursors } = await savedPosts(db, login.userId, start)
    return { status: 'success', posts, next_cursor: end(cursors, queries.pageSize) }
  })
}

function feed(db: Database, login: Login | null, type: 'recent' | 'following' | 'classes', start: PageStart) {
  if (type === 'recent') return queries.recentPosts(db, login?.userId ?? null, start)
  if (!login) throw problem('unauthenticated', 'Sign in to see your feeds.')
  const of = type === 'following' ? queries.followedPosts : queries.postsOfClasses
  return of(db, login.userId, start)
}

function page(cards: calls.PostCard[], end: (ids: string[], pageSize: number) => string | null) {
  const ids = cards.map(card => card.id)
  return { status: 'success' as const, posts: cards, next_cursor: end(ids, queries.pageSize) }
}
