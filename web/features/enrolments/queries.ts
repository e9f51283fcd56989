import { infiniteQueryOptions } from '@tanstack/react-query'
import { enrolments, type SessionMeeting, type UnpaidOccurrence } from '#shared/api/enrolments.ts'
import { type Invitation, invitations } from '#shared/api/invitations.ts'
import { filterNames, type MeetingFilter } from '#web/features/meetings/search.ts'
import { type Page, paging } from '#web/features/sessions/queries.ts'
import { call } from '#web/lib/api.ts'

/** Which of one's enrolments are shown. */
export type EnrolmentTime = 'upcoming' | 'passed'

/** The next times of the sessions one is in that aren't paid. Looked at again every minute: they fill up and begin. */
export const unpaidQuery = infiniteQueryOptions({
  queryKey: [enrolments.unpaid.path],
  queryFn: async ({ pageParam, signal }): Promise<Page<UnpaidOccurrence & { id: string }>> => {
    const { data, next_cursor } = await call(enrolments.unpaid, { query: pageParam }, { signal })
    return { rows: data.map(withId), next_cursor }
  },
  ...paging,
  refetchInterval: 60_000,
})

/** The times of sessions that one teaches or has a place in. */
export const sessionMeetingsQuery = (when: EnrolmentTime, filter: MeetingFilter) =>
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

/** Invitations that wait for one's answer, the latest first. */
export const receivedQuery = infiniteQueryOptions({
  queryKey: [invitations.received.path],
  queryFn: async ({ pageParam, signal }): Promise<Page<Invitation>> => {
    const { data, next_cursor } = await call(invitations.received, { query: pageParam }, { signal })
    return { rows: data, next_cursor }
  },
  ...paging,
  refetchInterval: 60_000,
})

function withId<Row extends { occurrence: { id: string } }>(row: Row): Row & { id: string } {
  return { ...row, id: row.occurrence.id }
}
