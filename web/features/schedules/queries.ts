import { queryOptions } from '@tanstack/react-query'
import { schedules } from '#shared/api/schedules.ts'
import { call } from '#web/lib/api.ts'

/** One's own schedule, as it was last saved. */
export const ownScheduleQuery = queryOptions({
  queryKey: [schedules.own.path],
  queryFn: async ({ signal }) => (await call(schedules.own, { query: {} }, { signal })).schedule,
})

/** When a person can be booked in the next seven days, by clocks of a zone, and which times of it are taken. */
export const personSlotsQuery = (username: string, timezone: string) =>
  queryOptions({
    queryKey: [schedules.ofPerson.path, username, timezone],
    queryFn: ({ signal }) => call(schedules.ofPerson, { query: { username, timezone } }, { signal }),
  })
