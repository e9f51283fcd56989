import { infiniteQueryOptions } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { type Invitation, invitations, type SentInvitation } from '#shared/api/invitations.ts'
import { type Page, paging } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'

/** Unanswered invitations, the latest first. */
export const receivedQuery = infiniteQueryOptions({
  queryKey: [invitations.received.path],
  queryFn: async ({ pageParam, signal }): Promise<Page<Invitation>> => {
    const { data, next_cursor } = await call(invitations.received, { query: pageParam }, { signal })
    return { rows: data, next_cursor }
  },
  ...paging,
  refetchInterval: 60_000,
})

/** The people invited to the owner’s session. */
export const sentQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [invitations.sent.path, id],
    queryFn: async ({ pageParam, signal }): Promise<Page<SentInvitation>> => {
      const { data, next_cursor } = await call(invitations.sent, { query: { id, ...pageParam } }, { signal })
      return { rows: data, next_cursor }
    },
    ...paging,
    staleTime: 0,
  })

/**
 * The owner's followers, filtered by the beginnings of their names, with their invitations and enrollments.
 */
export const invitableQuery = (sessionId: string, username: string, text: string) =>
  infiniteQueryOptions({
    queryKey: [follows.followers.path, username, sessionId, text],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next_cursor } = await call(
        follows.followers,
        { query: { sessionId, text, ...pageParam } },
        { signal },
      )
      return { rows: data, next_cursor }
    },
    ...paging,
    staleTime: 0,
  })
