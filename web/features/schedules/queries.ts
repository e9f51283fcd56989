import { queryOptions } from '@tanstack/react-query'
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
