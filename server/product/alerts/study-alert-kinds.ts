import * as z from 'zod/mini'
import { alertKind, alertKinds } from './kind.ts'

export const studyKinds = alertKinds({
  document_indexed: alertKind({
    group: 'study',
    icon: 'document',
    facts: z.object({ post_id: z.string(), title: z.string() }),
    people: () => [],
    subject: of => of.post_id,
    link: of => `/ignite/${of.post_id}`,
    words: ({ title }) => ({
      title: 'Study Pal AI has read your document',
      about: title,
      says: ['Study Pal AI has read your document. You can ask questions about it now.', title],
    }),
  }),
})
