import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, offset, searchText, success } from './fields.ts'
import { postCard } from './posts.ts'

export const search = {
  posts: defineCall({
    method: 'GET',
    path: '/api/search/posts',
    summary:
      'Posts whose title, details, course or CRN hold all words of `text` (the last one may be unfinished, mistyped ' +
      'ones are mended), best first among the newest 1,000; without `text`, newest first. `crn` narrows to a CRN, ' +
      'given alone or as `crn-title`.',
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
      /** What was searched for where a mistyped word was mended, else null. */
      corrected: z.nullable(z.string()),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
    perMinute: 120,
  }),
}
