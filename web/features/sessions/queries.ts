import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { enrolments } from '#shared/api/enrolments.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations, type SentInvitation } from '#shared/api/invitations.ts'
import { meetings } from '#shared/api/meetings.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { call } from '#web/lib/api.ts'

export type Page<Row> = { rows: Row[]; next_cursor: string | null }
type PageParam = { offset: number; cursor?: string }

/** How lists about sessions page: by the cursor, with the count beside it for servers that forgot the cursor. */
export const paging = {
  initialPageParam: { offset: 0 } as PageParam,
  getNextPageParam: (last: Page<unknown>, all: Page<unknown>[]): PageParam | undefined =>
    last.next_cursor === null
      ? undefined
      : { offset: all.reduce((sum, page) => sum + page.rows.length, 0), cursor: last.next_cursor },
}

/** The rows of a paged list, each once: one that comes while paging can push another onto the next page. */
export function rowsOf<Row extends { id: string }>(pages: readonly Page<Row>[]): Row[] {
  return [...new Map(pages.flatMap(page => page.rows.map(row => [row.id, row] as const))).values()]
}

/** A session. Looked at again every half minute: its people and the clock change it. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [sessions.get.path, id],
    queryFn: async ({ signal }) => (await call(sessions.get, { query: { id } }, { signal })).session,
    refetchInterval: 30_000,
  })

/** The sessions of a person, the latest made first. */
export const sessionsOfQuery = (username: string) =>
  infiniteQueryOptions({
    queryKey: [sessions.own.path, username],
    queryFn: async ({ pageParam, signal }): Promise<Page<Session>> => {
      const { sessions: rows, next_cursor } = await call(
        sessions.own,
        { query: { username, ...pageParam } },
        { signal },
      )
      return { rows, next_cursor }
    },
    ...paging,
  })

/** Sessions of a class, or with some words, that are still to come, the next first; those found before stay meanwhile. */
export const classSessionsQuery = ({ crn, text }: { crn: string; text: string }) =>
  infiniteQueryOptions({
    queryKey: [sessions.ofClass.path, crn, text],
    queryFn: async ({ pageParam, signal }): Promise<Page<Session>> => {
      const { sessions: rows, next_cursor } = await call(
        sessions.ofClass,
        { query: { crn, text, ...pageParam } },
        { signal },
      )
      return { rows, next_cursor }
    },
    ...paging,
    placeholderData: keepPreviousData,
  })

/** Who is enrolled in one’s session. */
export const enrolledQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [enrolments.ofSession.path, id],
    queryFn: async ({ pageParam, signal }): Promise<PeoplePage> => {
      const { data, next_cursor } = await call(
        enrolments.ofSession,
        { query: { id, ...pageParam } },
        { signal },
      )
      return { people: data, next_cursor }
    },
    ...peoplePaging,
    staleTime: 0,
  })

/** Whom one invited to one’s session. */
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

/** One’s followers by the beginnings of their names, with who of them is invited to a session or in it. */
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

/** The occurrences of one’s session that are over, with who came, the latest first. */
export const overQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [sessions.occurrences.path, id, 'over'],
    queryFn: ({ pageParam, signal }) =>
      call(
        sessions.occurrences,
        { query: { id, when: 'over', ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
    staleTime: 0,
  })

/** Shows a session as an answer has it, and has everything that lists sessions or their people ask again. */
export function showSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
  refreshSessions(queryClient, session.id)
}

/** Has everything that shows sessions ask again, but for one that is known as it is now. */
export function refreshSessions(queryClient: QueryClient, known?: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      typeof path === 'string' &&
      (path.startsWith('/api/sessions') || path.startsWith('/api/meeting/')) &&
      !(path === sessions.get.path && id === known),
  })
}

/** How many people a video call can have at once here; null where there is no such limit. */
export const largestCallQuery = () =>
  queryOptions({
    queryKey: [meetings.limits.path],
    queryFn: async ({ signal }) => (await call(meetings.limits, {}, { signal })).largest_call,
    staleTime: 3_600_000,
  })
