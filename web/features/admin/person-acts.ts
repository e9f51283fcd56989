import { admin, type FoundPerson } from '#shared/api/admin.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { call } from '#web/lib/api.ts'
import type { Act } from './act-dialog.tsx'

export type PersonActName = 'suspend' | 'reinstate' | 'close'

/** What an operator can do to a person. */
export const personActs: Record<PersonActName, Act<PersonCard>> = {
  suspend: {
    label: 'Suspend person',
    title: 'Suspend this person?',
    means: ({ name, username }) =>
      `${name} (@${username}) will be signed out everywhere and can’t sign in. Nobody can see their profile or posts. Their bookings and sessions are canceled, and their students get a full refund.`,
    danger: true,
    reasoned: true,
    done: ({ name }) => `${name} is suspended.`,
    run: ({ username }, reason) => call(admin.suspend, { body: { username, reason } }),
  },
  reinstate: {
    label: 'Reinstate person',
    title: 'End this suspension?',
    means: ({ name }) =>
      `${name} can sign in again, and people can see their profile and posts. Posts that were hidden separately stay hidden, and canceled bookings and sessions stay canceled.`,
    danger: false,
    reasoned: false,
    done: ({ name }) => `${name} can sign in again.`,
    run: ({ username }) => call(admin.reinstate, { body: { username } }),
  },
  close: {
    label: 'Close account',
    title: 'Close this account permanently?',
    means: ({ name, username }) =>
      `The account of ${name} (@${username}) will be permanently deleted, as they could do themselves: their profile, posts and notes. Their bookings and sessions are canceled, and their students get a full refund. You can’t undo this. Make sure that they asked for it, from the address of the account.`,
    danger: true,
    reasoned: false,
    done: ({ name }) => `The account of ${name} is closed.`,
    run: ({ username }) => call(admin.closeAccount, { body: { username } }),
  },
}

/** The actions that make sense for a person now. */
export function actsFor({ suspended_on, operator }: FoundPerson): PersonActName[] {
  if (operator) return []
  return [suspended_on === null ? 'suspend' : 'reinstate', 'close']
}
