import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { success, uuid } from './fields.ts'

const viewStats = z.object({
  status: success,
  success: z.literal(true),
  error: z.null(),
  data: z.object({ totalViews: z.number(), uniqueViews: z.number() }),
})

export const analytics = {
  reportView: defineCall({
    method: 'POST',
    path: '/api/analytics/document-view',
    summary:
      'Report a view of a post’s document. A person counts once in 30 minutes, its author never; returns the counts.',
    access: 'login',
    body: z.object({
      /** The post. */
      documentId: uuid,
      /** Part of the documented call, but the post alone decides which document it is. */
      documentKey: z.nullish(z.string().check(z.maxLength(300))),
      /** The visit: made by the client and renewed after 30 minutes. */
      sessionId: z.nullish(
        z.string().check(z.regex(/^[\w-]{1,64}$/, 'A visit has letters, digits and dashes.')),
      ),
      /** Only its origin is kept. */
      referrer: z.nullish(z.string().check(z.maxLength(4000))),
    }),
    output: viewStats,
    errors: ['not_found', 'invalid'],
  }),
  views: defineCall({
    method: 'GET',
    path: '/api/analytics/document-view',
    summary: 'How often a post’s document was viewed, and by how many people.',
    access: 'login',
    query: z.object({ documentId: uuid }),
    output: viewStats,
    errors: ['not_found', 'invalid'],
  }),
}
