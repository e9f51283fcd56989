import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { fileKey, success } from './fields.ts'

export const reading = {
  position: defineCall({
    method: 'GET',
    path: '/api/file/lastread',
    summary: 'The page one left a document at; null where one hasn’t read it yet.',
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
    summary: 'Keep the page one is at, from 1 to the document’s last.',
    access: 'login',
    body: z.object({
      fileKey,
      pageNumber: z
        .number()
        .check(
          z.int('The page must be a whole number.'),
          z.gte(1, 'Pages are counted from 1.'),
          z.lte(100_000, 'The document has no such page.'),
        ),
    }),
    output: z.object({
      status: success,
      success: z.literal(true),
      data: z.object({ page_number: z.number() }),
    }),
    errors: ['not_found', 'invalid'],
  }),
}
