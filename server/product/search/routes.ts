import type { RawBuilder } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createPageMemory, type PageStart, readerOf } from '#server/platform/http/paging.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { search } from '#shared/api/search.ts'
import { pageSize } from '../posts/queries.ts'
import { type Filters, filtersOf } from './filters.ts'
import { findPages } from './find-pages.ts'
import { interpret } from './interpret.ts'
import { ownPosts } from './own-posts.ts'
import { peoplePageSize, searchPeople } from './people.ts'
import { matchingPosts, newestPosts } from './queries.ts'
import { sweepWords } from './sweep-words.ts'

/** Finding posts, pages of documents, and people. */
export function searchRoutes(
  implement: Implement,
  { db, jobs, now }: Deps,
  { operatorRow }: { operatorRow: RawBuilder<boolean> },
): void {
  const pageMemory = createPageMemory()
  jobs.define('sweep-post-words', { run: () => sweepWords(db), every: '7 4 * * *' })

  implement(search.posts, async ({ query, login, db, request }) => {
    const filters = filtersOf(query)
    const list = JSON.stringify([query.text, filters])
    const { start, end } = pageMemory.open(readerOf(login, request), list, query)
    const viewer = login?.userId ?? null
    const found = await find(db, viewer, query.text, filters, start)
    return {
      status: 'success',
      posts: found.posts,
      corrected: found.corrected,
      next_cursor: end(found.cursors, pageSize),
    }
  })

  implement(search.pages, async ({ query, login, db }) => ({
    status: 'success',
    ...(await findPages(db, login.userId, { text: query.text, filters: filtersOf(query), now: now() })),
  }))

  implement(search.ownPosts, async ({ query, login, db }) => ({
    status: 'success',
    data: await ownPosts(db, login.userId, query.text),
  }))

  implement(search.people, async ({ query, login, db }) => {
    const list = `people ${query.text}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { people, cursors } = await searchPeople(db, login.userId, query.text, start, operatorRow)
    return {
      status: 'success',
      data: { user: people },
      next_cursor: end(cursors, peoplePageSize),
    }
  })
}

async function find(db: Database, viewer: string | null, text: string, filters: Filters, start: PageStart) {
  if (text === '') return { ...(await newestPosts(db, viewer, filters, start)), corrected: null }
  const understood = await interpret(db, text)
  if (!understood) return { posts: [], cursors: [], corrected: null }
  const { query, corrected } = understood
  return { ...(await matchingPosts(db, viewer, query, filters, start)), corrected }
}
