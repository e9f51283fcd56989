/** What is open over a session's page: who is enrolled, followers to invite, or who is invited. */
export const sessionShows = ['enrolled', 'invite', 'invited'] as const
export type SessionShow = (typeof sessionShows)[number]
