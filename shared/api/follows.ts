import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, searchText, success, uuid } from './fields.ts'
import { personCard, username } from './people.ts'

/** Follow lists are read ten at a time. */
export const followPageSize = 10

/** The caller's own lists unless a username names another person. */
const list = {
  offset,
  cursor,
  username: z.optional(username),
  /** Only people with words that begin like these in their name, username or college. */
  text: z._default(searchText, ''),
}
/** A follower; if the call names one of the caller's sessions, also whether they are invited or enrolled. */
const follower = z.extend(personCard, { invited: z.optional(z.boolean()), enrolled: z.optional(z.boolean()) })
const page = z.object({ status: success, data: z.array(personCard), next_cursor: nextCursor })
const change = z.object({ status: success, followed: z.boolean(), followers: z.number() })

export const follows = {
  followers: defineCall({
    method: 'GET',
    path: '/api/follow/user',
    summary: 'A person’s followers, the latest first.',
    access: 'login',
    query: z.object({
      ...list,
      sessionId: z.optional(uuid),
    }),
    output: z.object({ status: success, data: z.array(follower), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  following: defineCall({
    method: 'GET',
    path: '/api/follow/following',
    summary: 'The people a person follows, the latest first.',
    access: 'login',
    query: z.object(list),
    output: page,
    errors: ['not_found', 'invalid'],
  }),
  follow: defineCall({
    method: 'POST',
    path: '/api/follow',
    summary: 'Follow a person; does nothing if already followed.',
    failure: 'error in axios follow function',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 120,
    perDay: 500,
  }),
  unfollow: defineCall({
    method: 'POST',
    path: '/api/follow/unfollow',
    summary: 'Unfollow a person; does nothing if not followed.',
    failure: 'error in axios follow function',
    access: 'login',
    body: z.object({ username }),
    output: change,
    errors: ['not_found', 'invalid'],
    perMinute: 120,
  }),
}
