import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { fileKey, success } from './fields.ts'
import { postCard } from './posts.ts'

/** The number of documents to continue reading. */
export const mostUnfinished = 3

export const reading = {
  position: defineCall({
    method: 'GET',
    path: '/api/file/lastread',
    summary: 'The page at which you left a document; null if you haven’t read it yet.',
    access: 'login',
    query: z.object({ fileKey }),
    output: z.object({
      status: success,
      success: z.literal(true),
      data: z.object({ page_number: z.nullable(z.number()) }),
    }),
    errors: ['not_found', 'invalid'],
  }),
  keepPosition: defineCall({
    method: 'POST',
    path: '/api/file/lastread',
    summary: 'Save your current page, from 1 to the document’s last. Answers the saved one.',
    access: 'login',
    body: z.object({
      fileKey,
      pageNumber: z
        .number()
        .check(
          z.int('The page must be a whole number.'),
          z.gte(1, 'Page numbers start at 1.'),
          z.lte(100_000, 'This document doesn’t have that page.'),
        ),
      /** How long ago you were there, if not now: a page that was saved since stays. */
      secondsAgo: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000))),
    }),
    output: z.object({
      status: success,
      success: z.literal(true),
      data: z.object({ page_number: z.number() }),
    }),
    errors: ['not_found', 'invalid'],
  }),
  forgetPosition: defineCall({
    method: 'DELETE',
    path: '/api/file/lastread',
    summary: 'Forget the page at which you left a document; does nothing if you haven’t read it.',
    access: 'login',
    query: z.object({ fileKey }),
    output: z.object({ status: success, success: z.literal(true) }),
    errors: ['invalid'],
  }),
  unfinished: defineCall({
    method: 'GET',
    path: '/api/file/unfinished',
    summary: `The ${mostUnfinished} documents you read last and left between the first page and the last, as posts.`,
    access: 'login',
    output: z.object({ status: success, posts: z.array(postCard) }),
    errors: [],
  }),
}
