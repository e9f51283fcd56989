import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { meetings } from '#shared/api/meetings.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { refreshBookings } from '#web/features/bookings/refresh-bookings.ts'
import { call } from '#web/lib/api.ts'
import { cursorPaging } from '#web/lib/cursor-paging.ts'
import { eachOnce } from '#web/lib/each-once.ts'

export type Page<Row> = { rows: Row[]; next_cursor: string | null }

/** How lists about sessions page. */
export const paging = cursorPaging<Page<unknown>>(page => page.rows)

/** The rows of a paged list, each once. */
export function rowsOf<Row extends { id: string }>(pages: readonly Page<Row>[]): Row[] {
  return eachOnce(pages.flatMap(page => page.rows))
}

/** A session. Refetched every half minute: its people and time change it. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [sessions.get.path, id],
    queryFn: async ({ signal }) => (await call(sessions.get, { query: { id } }, { signal })).session,
    refetchInterval: 30_000,
  })

/** A person's sessions, the latest created first. */
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

/** Upcoming sessions of a class, or with some words, the next first; the old results stay meanwhile. */
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

/** Upcoming sessions for any class of a course, the next first. */
export const courseSessionsQuery = (courseId: number) =>
  infiniteQueryOptions({
    queryKey: [sessions.ofCourse.path, courseId],
    queryFn: async ({ pageParam, signal }): Promise<Page<Session>> => {
      const { sessions: rows, next_cursor } = await call(
        sessions.ofCourse,
        { query: { course_id: courseId, ...pageParam } },
        { signal },
      )
      return { rows, next_cursor }
    },
    ...paging,
  })

/** Past occurrences of the owner’s session, with attendance, the latest first. */
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

/** Shows a session as in an answer, and refetches everything else that shows sessions. */
export function showSession(queryClient: QueryClient, session: Session): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
  void refreshBookings(queryClient, sessionQuery(session.id).queryKey)
}

/** The maximum number of people in a video call here; null without a limit. */
export const largestCallQuery = () =>
  queryOptions({
    queryKey: [meetings.limits.path],
    queryFn: async ({ signal }) => (await call(meetings.limits, {}, { signal })).largest_call,
    staleTime: 3_600_000,
  })
