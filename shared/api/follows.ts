import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, searchText, success, uuid } from './fields.ts'
import { personCard, username } from './people.ts'

/** Follow lists are read ten at a time. */
export const followPageSize = 10

/** One's own lists unless a username names another person's. */
const list = { offset, cursor, username: z.optional(username) }
/** A follower; asked with a session of one's own, also whether they are invited to it or in it already. */
const follower = z.extend(personCard, { invited: z.optional(z.boolean()), enrolled: z.optional(z.boolean()) })
const page = z.object({ status: success, data: z.array(personCard), next_cursor: nextCursor })
const change = z.object({ status: success, followed: z.boolean(), followers: z.number() })

export const follows = {
  followers: defineCall({
    method: 'GET',
    path: '/api/follow/user',
    summary: 'Who follows a person, the latest first.',
    access: 'login',
    query: z.object({
      ...list,
      sessionId: z.optional(uuid),
      /** Narrows to names that begin with it. */
      text: z._default(searchText, ''),
    }),
    output: z.object({ status: success, data: z.array(follower), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  following: defineCall({
    method: 'GET',
    path: '/api/follow/following',
    summary: 'Whom a person follows, the latest first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['not_found', 'invalid'],
  }),
  follow: defineCall({
    method: 'POST',
    path: '/api/follow',
    summary: 'Follow a person; followed already, nothing changes.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 120,
  }),
  unfollow: defineCall({
    method: 'POST',
    path: '/api/follow/unfollow',
    summary: 'Stop following a person; not followed, nothing changes.',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 120,
  }),
}
