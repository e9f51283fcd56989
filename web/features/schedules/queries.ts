import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '#shared/api/contract.ts'
import { schedules } from '#shared/api/schedules.ts'
import { call } from '#web/lib/api.ts'

/** The person's own schedule, as last saved. */
export const ownScheduleQuery = queryOptions({
  queryKey: [schedules.own.path],
  queryFn: async ({ signal }) => (await call(schedules.own, { query: {} }, { signal })).schedule,
})

/** When a person can be booked in the next seven days, in a zone's time, and which of it is taken. */
export const personSlotsQuery = (username: string, timezone: string) =>
  queryOptions({
    queryKey: [schedules.ofPerson.path, username, timezone],
    queryFn: ({ signal }) => call(schedules.ofPerson, { query: { username, timezone } }, { signal }),
  })

type FreeTutorsQuestion = Omit<CallInput<typeof schedules.free>['query'], 'cursor'>
export type FreeTutor = CallOutput<typeof schedules.free>['tutors'][number]

/** Tutors with a free time, the next one first. The old ones stay until the new ones are there. */
export const freeTutorsQuery = (question: FreeTutorsQuestion | null) =>
  infiniteQueryOptions({
    queryKey: [schedules.free.path, question],
    queryFn: ({ pageParam, signal }) =>
      call(schedules.free, { query: { ...question!, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next_cursor ?? undefined,
    enabled: question !== null,
    placeholderData: keepPreviousData,
    // Others book meanwhile.
    staleTime: 0,
  })
