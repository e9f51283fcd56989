import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { meetings, presenceSeconds } from '#shared/api/meetings.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'

export type Meeting = CallOutput<typeof meetings.credentials>

/** Who is in a meeting, or null while nobody is let in; also what keeps one in it. Asked until the meeting is over. */
export const roomQuery = (bookingId: string, ends_on: string | undefined) =>
  queryOptions({
    queryKey: [meetings.credentials.path, bookingId],
    queryFn: async ({ signal }): Promise<Meeting | null> => {
      try {
        return await call(meetings.credentials, { body: { bookingId } }, { signal })
      } catch (error) {
        // It opens by the server's clock, so a refusal is asked about again.
        if (error instanceof ProblemError && error.code === 'conflict') return null
        throw error
      }
    },
    enabled: ends_on !== undefined,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === null && ends_on !== undefined && Date.now() >= Date.parse(ends_on)
        ? false
        : presenceSeconds * 1000,
    // The window of a meeting is often behind another.
    refetchIntervalInBackground: true,
  })

/** Who is in the meeting of a group session, or why nobody is let in; also what keeps one in it. */
export const groupRoomQuery = (id: string) =>
  queryOptions({
    queryKey: [meetings.credentials.path, id, 'group'],
    queryFn: async ({ signal }): Promise<Meeting | { refusal: string }> => {
      try {
        return await call(meetings.credentials, { body: { bookingId: id } }, { signal })
      } catch (error) {
        // It opens by the server's clock, so a refusal is asked about again.
        if (error instanceof ProblemError && error.code === 'conflict') return { refusal: error.detail }
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: presenceSeconds * 1000,
    // The window of a meeting is often behind another.
    refetchIntervalInBackground: true,
  })
