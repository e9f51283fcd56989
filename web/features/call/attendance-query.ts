import { queryOptions } from '@tanstack/react-query'
import { meetings } from '#shared/api/meetings.ts'
import { call } from '#web/lib/api.ts'

/** Who was in a meeting, as the server counted it. */
export const attendanceQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [meetings.attendance.path, bookingId],
    queryFn: ({ signal }) => call(meetings.attendance, { query: { bookingId } }, { signal }),
    staleTime: 0,
  })
