import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { courseId } from './courses.ts'
import { pageBox } from './documents.ts'
import { cursor, line, nextCursor, offset, searchText, success, uuid } from './fields.ts'
import { personCard, username } from './people.ts'
import { postCard } from './posts.ts'

/** What posts, and pages of their documents, can be narrowed to. All that are given have to fit. */
const filters = {
  /** A CRN, alone or as `crn-title`; empty for any. */
  crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
  /** The school's name, as the catalog has it. */
  school: z.optional(line(200, 'School')),
  course_id: z.optional(courseId),
  /** The name of the section's term, at any school. */
  term: z.optional(line(60, 'Term')),
  /** Of the document. Office files are PDFs by the time they are shared. */
  kind: z.optional(postCard.shape.kind),
  author: z.optional(username),
}

/** How many documents a search in them finds at most. */
export const mostFoundPages = 20

/** The place in a post's document that fits a search best. */
const foundPage = z.object({
  post: postCard,
  page: z.number(),
  heading: z.nullable(z.string()),
  /** The words around it, in pieces; `found` ones are what was searched for. */
  excerpt: z.array(z.object({ text: z.string(), found: z.boolean() })),
  passage_id: uuid,
  /** Where the words stand on the page; null if nobody knows. */
  place: z.nullable(pageBox),
  /** Up to five more pages of the document with all words in one place. */
  other_pages: z.array(z.object({ page: z.number(), passage_id: uuid })),
})
export type FoundPage = z.output<typeof foundPage>

export const search = {
  posts: defineCall({
    method: 'GET',
    path: '/api/search/posts',
    summary:
      'Posts whose title, details, course or CRN contain all words of `text` (the last one may be unfinished, typos ' +
      'are corrected), best first among the newest 1,000; without `text`, newest first. Filters: a CRN (alone or as ' +
      '`crn-title`), a school and a term by their names, a course, the kind of the document, and the author’s username.',
    access: 'visitor',
    query: z.object({ offset, cursor, text: z._default(searchText, ''), ...filters }),
    output: z.object({
      status: success,
      posts: z.array(postCard),
      /** The corrected search text if a word was mistyped, otherwise null. */
      corrected: z.nullable(z.string()),
      next_cursor: nextCursor,
    }),
    errors: ['invalid'],
    perMinute: 120,
    mayLag: true,
  }),
  pages: defineCall({
    method: 'GET',
    path: '/api/search/pages',
    summary:
      `Documents with all words of \`text\` in one place, best first; at most ${mostFoundPages}, each with its best page. ` +
      'The last word may be unfinished, typos are corrected, words in quotation marks stand beside each other. The filters ' +
      'are those of the search for posts.',
    access: 'login',
    query: z.object({ text: searchText, ...filters }),
    output: z.object({
      status: success,
      pages: z.array(foundPage),
      /** False if a mistyped word was corrected. */
      exact: z.boolean(),
    }),
    errors: ['invalid'],
    perMinute: 120,
    mayLag: true,
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
    mayLag: true,
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
    mayLag: true,
  }),
}
