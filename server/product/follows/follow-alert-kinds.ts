import { sql } from 'kysely'
import * as z from 'zod/mini'
import { alertKind, alertKinds } from '../alerts/kind.ts'

export const followKinds = alertKinds({
  follow: alertKind({
    group: 'follows',
    icon: 'person',
    facts: z.object({ other_id: z.string() }),
    people: of => [of.other_id],
    subject: () => '',
    link: ({ other_id }, { username }) => `/profile/${username(other_id)}`,
    stillHelps: ({ other_id }) =>
      sql<boolean>`exists (select from follows where followed_id = alerts.user_id and follower_id = ${other_id})`,
    words: ({ other_id }, { name }) => ({
      title: `${name(other_id)} started following you`,
      about: null,
      says: [`${name(other_id)} started following you. They’ll see your posts in their feed.`],
      together: 'started following you',
    }),
  }),
})
