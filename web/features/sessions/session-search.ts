/** What is open over a session's page: enrolled people, followers to invite, or invited people. */
export const sessionShows = ['enrolled', 'invite', 'invited'] as const
export type SessionShow = (typeof sessionShows)[number]
