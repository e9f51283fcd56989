import * as z from 'zod/mini'
import { alertKind, alertKinds } from '../alerts/kind.ts'

export const accountKinds = alertKinds({
  export_ready: alertKind({
    group: 'account',
    icon: 'account',
    facts: z.object({ days: z.number() }),
    people: () => [],
    subject: () => '',
    link: () => '/profile/settings?tab=privacy',
    words: ({ days }) => ({
      title: 'Your export is ready',
      about: `You can download it for ${days} days.`,
      says: [`Your data export is ready. You can download it for ${days} days.`],
    }),
  }),
})
