import type { Deps } from '#server/deps.ts'
import { createPageMemory } from '#server/platform/http/paging.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement, Login } from '#server/platform/http/router.ts'
import { followPageSize, follows } from '#shared/api/follows.ts'
import { asInvitable } from '../invitations/invitable.ts'
import { findPerson } from '../people/find-person.ts'
import { requireOwnSession } from '../sessions/queries.ts'
import { followPerson, unfollowPerson } from './follow-person.ts'
import { followersOf, followingOf } from './queries.ts'

/** Following: the lists, following and unfollowing. */
export function followRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  const pageMemory = createPageMemory()
  const personOf = async (login: Login, username: string | undefined) =>
    username ? findPerson(db, login.userId, username) : login.userId

  implement(follows.followers, async ({ query, login }) => {
    const { sessionId, text } = query
    if (sessionId) await requireOwnSession(db, login.userId, sessionId)
    const personId = await personOf(login, query.username)
    if (sessionId && personId !== login.userId) {
      throw invalidField('query.username', 'You can only invite your own followers.')
    }
    const list = `followers ${personId} ${text}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { cards, cursors } = await followersOf(db, login.userId, personId, start, text)
    const data = sessionId ? await asInvitable(db, sessionId, cards) : cards
    return { status: 'success', data, next_cursor: end(cursors, followPageSize) }
  })

  implement(follows.following, async ({ query, login }) => {
    const personId = await personOf(login, query.username)
    const list = `following ${personId} ${query.text}`
    const { start, end } = pageMemory.open(login.userId, list, query)
    const { cards, cursors } = await followingOf(db, login.userId, personId, start, query.text)
    return { status: 'success', data: cards, next_cursor: end(cursors, followPageSize) }
  })

  implement(follows.follow, async ({ body, login }) => ({
    status: 'success',
    followed: true,
    followers: await followPerson(deps, login, body.username),
  }))

  implement(follows.unfollow, async ({ body, login }) => ({
    status: 'success',
    followed: false,
    followers: await unfollowPerson(db, login.userId, body.username),
  }))
}
