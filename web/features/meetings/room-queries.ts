import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { meetings } from '#shared/api/meetings.ts'
import { within } from '#shared/domain/within.ts'
import { call } from '#web/lib/api.ts'
import { presentMs } from '#web/lib/present-moment.ts'
import { offlineProblem, ProblemError } from '#web/lib/problem-error.ts'

export type Meeting = CallOutput<typeof meetings.credentials>
export type MeetingTime = CallOutput<typeof meetings.time>

/** The topic and times of a meeting, also while it is closed; they can change while somebody waits before it. */
export const timeQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [meetings.time.path, bookingId],
    queryFn: ({ signal }) => call(meetings.time, { query: { bookingId } }, { signal }),
    refetchInterval: 60_000,
  })

const lookEveryMs = 10_000
const answerWithinMs = 10_000

/**
 * What a person needs to be in a meeting. Asked again and again, this also tells a page whether it is connected, which must not take
 * as long as other calls wait.
 */
export async function askToBeIn(bookingId: string, signal?: AbortSignal): Promise<Meeting> {
  const asked = call(meetings.credentials, { body: { bookingId } }, signal && { signal })
  const meeting = await within(answerWithinMs, asked)
  if (meeting === null) throw offlineProblem()
  return meeting
}

/**
 * Who is in a meeting, for its lobby, or why it is closed. Polled: it opens by the server's clock. Polling
 * stops at `ends_on`, if that is known.
 */
export const roomQuery = (bookingId: string, ends_on?: string) =>
  queryOptions({
    queryKey: [meetings.credentials.path, bookingId],
    queryFn: async ({ signal }): Promise<Meeting | { refusal: string }> => {
      try {
        return await askToBeIn(bookingId, signal)
      } catch (error) {
        if (error instanceof ProblemError && error.code === 'conflict') return { refusal: error.detail }
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && 'refusal' in data && ends_on !== undefined && presentMs() >= Date.parse(ends_on)
        ? false
        : lookEveryMs,
    // The window of a meeting is often behind another.
    refetchIntervalInBackground: true,
  })
