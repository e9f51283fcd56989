import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, searchText, success, uuid } from './fields.ts'
import { personCard } from './people.ts'
import { postCard } from './posts.ts'

export const search = {
  posts: defineCall({
    method: 'GET',
    path: '/api/search/posts',
    summary:
      'Posts whose title, details, course or CRN contain all words of `text` (the last one may be unfinished, typos ' +
      'are corrected), best first among the newest 1,000; without `text`, newest first. `crn` filters by a CRN, given ' +
      'alone or as `crn-title`.',
    access: 'visitor',
    query: z.object({
      offset,
      cursor,
      text: z._default(searchText, ''),
      crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
    }),
    output: z.object({
      status: success,
      posts: z.array(postCard),
      /** The corrected search text if a word was mistyped, otherwise null. */
      corrected: z.nullable(z.string()),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
    perMinute: 120,
  }),
  ownPosts: defineCall({
    method: 'GET',
    path: '/api/search/user/post',
    summary: 'Your own posts whose title contains the text, newest first; at most 20.',
    failure: 'Unable to fetch your posts',
    access: 'login',
    query: z.object({ text: searchText }),
    output: z.object({
      status: success,
      data: z.array(z.object({ id: uuid, post_name: z.string(), date: z.iso.datetime() })),
    }),
    errors: ['invalid'],
    perMinute: 300,
  }),
  people: defineCall({
    method: 'GET',
    path: '/api/search',
    summary: 'People whose name, username or college contains all words of `text`; without it, the newest.',
    access: 'login',
    query: z.object({ offset, cursor, text: z._default(searchText, '') }),
    output: z.object({
      status: success,
      data: z.object({ user: z.array(personCard) }),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
    perMinute: 60,
  }),
}
