import * as z from 'zod/mini'
import { alertKind, alertKinds } from './kind.ts'

export const studyKinds = alertKinds({
  document_indexed: alertKind({
    group: 'study',
    icon: 'document',
    facts: z.object({
      post_id: z.string(),
      /** What the last release's servers show instead of the post's title. */
      title: z.optional(z.string()),
    }),
    people: () => [],
    things: of => ({ post: of.post_id }),
    subject: of => of.post_id,
    link: of => `/ignite/${of.post_id}`,
    words: ({ post_id }, { postTitle }) => ({
      title: 'Study Pal AI has read your document',
      about: postTitle(post_id),
      says: ['Study Pal AI has read your document. You can ask questions about it now.', postTitle(post_id)],
    }),
  }),
})
