import { infiniteQueryOptions } from '@tanstack/react-query'
import { enrolments, type SessionMeeting, type UnpaidOccurrence } from '#shared/api/enrolments.ts'
import { filterNames, type MeetingFilter } from '#web/features/bookings/search.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { type Page, paging } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'

/** The next unpaid occurrences of the person's sessions. Refetched every minute: they fill up and begin. */
export const unpaidQuery = infiniteQueryOptions({
  queryKey: [enrolments.unpaid.path],
  queryFn: async ({ pageParam, signal }): Promise<Page<UnpaidOccurrence & { id: string }>> => {
    const { data, next_cursor } = await call(enrolments.unpaid, { query: pageParam }, { signal })
    return { rows: data.map(withId), next_cursor }
  },
  ...paging,
  refetchInterval: 60_000,
})

/** The occurrences that the person teaches or has a place in. */
export const sessionMeetingsQuery = (when: 'upcoming' | 'passed', filter: MeetingFilter) =>
  infiniteQueryOptions({
    queryKey: [enrolments.meetings.path, when, filter],
    queryFn: async ({ pageParam, signal }): Promise<Page<SessionMeeting & { id: string }>> => {
      const query = { when, filter: filterNames[filter], ...pageParam }
      const { data, next_cursor } = await call(enrolments.meetings, { query }, { signal })
      return { rows: data.map(withId), next_cursor }
    },
    ...paging,
    refetchInterval: 60_000,
  })

/** The people enrolled in the owner’s session. */
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

function withId<Row extends { occurrence: { id: string } }>(row: Row): Row & { id: string } {
  return { ...row, id: row.occurrence.id }
}
