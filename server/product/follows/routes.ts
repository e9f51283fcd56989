import type { Deps } from '#server/deps.ts'
import { createTraversals } from '#server/platform/http/paging.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { followPageSize, follows } from '#shared/api/follows.ts'
import { findPerson } from '../people/find-person.ts'
import { followPerson, unfollowPerson } from './follow-person.ts'
import { followersOf, followingOf } from './queries.ts'

/** Following: who follows whom, and beginning and ending it. */
export function followRoutes(implement: Implement, { db }: Deps): void {
  const traversals = createTraversals()

  for (const [call, people] of [
    [follows.followers, followersOf],
    [follows.following, followingOf],
  ] as const) {
    implement(call, async ({ query, login }) => {
      const personId = query.username ? await findPerson(db, login.userId, query.username) : login.userId
      const list = `${call.path} ${personId}`
      const start = traversals.start(login.userId, list, query)
      const { cards, cursors } = await people(db, login.userId, personId, start)
      const next_cursor = traversals.end(login.userId, list, query.offset, cursors, followPageSize)
      return { status: 'success', data: cards, next_cursor }
    })
  }

  implement(follows.follow, async ({ body, login }) => ({
    status: 'success',
    followed: true,
    followers: await followPerson(db, login.userId, body.username),
  }))

  implement(follows.unfollow, async ({ body, login }) => ({
    status: 'success',
    followed: false,
    followers: await unfollowPerson(db, login.userId, body.username),
  }))
}
