import * as z from 'zod/mini'
import { alertKind } from '../alerts/kind.ts'

export const followKinds = {
  follow: alertKind({
    group: 'follows',
    icon: 'person',
    facts: z.object({ other_id: z.string(), username: z.string() }),
    people: of => [of.other_id],
    subject: () => '',
    link: of => `/profile/${of.username}`,
    words: ({ other_id }, { name }) => ({
      title: `${name(other_id)} follows you`,
      about: null,
      says: [`${name(other_id)} follows you. What you post appears in their feed.`],
      together: 'follow you',
    }),
  }),
}
