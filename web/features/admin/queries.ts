import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { admin, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import type { ProblemState } from './tabs.ts'

type Page = { next_cursor: string | null }

/** How each of the operators' lists pages. */
const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: Page) => last.next_cursor ?? undefined,
  // Several operators work at once, so these lists should be current.
  staleTime: 0,
}

/** Reports in a state: open ones oldest first, closed ones newest first. */
export const reportsQuery = (state: Report['state']) =>
  infiniteQueryOptions({
    queryKey: [admin.reports.path, state],
    queryFn: ({ pageParam, signal }) =>
      call(admin.reports, { query: { state, cursor: pageParam } }, { signal }),
    ...paging,
  })

export const auditQuery = infiniteQueryOptions({
  queryKey: [admin.audit.path],
  queryFn: ({ pageParam, signal }) => call(admin.audit, { query: { cursor: pageParam } }, { signal }),
  ...paging,
})

export const supportQuery = infiniteQueryOptions({
  queryKey: [admin.support.path],
  queryFn: ({ pageParam, signal }) => call(admin.support, { query: { cursor: pageParam } }, { signal }),
  ...paging,
})

/** People who fit a text; without one, everybody who is suspended. */
export const peopleQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: [admin.people.path, text],
    queryFn: ({ pageParam, signal }) =>
      call(admin.people, { query: { text, cursor: pageParam } }, { signal }),
    ...paging,
  })

/** What students reported about meetings: open ones oldest first, settled ones newest first. */
export const problemsQuery = (state: ProblemState) =>
  infiniteQueryOptions({
    queryKey: [admin.problems.path, state],
    queryFn: ({ pageParam, signal }) =>
      call(admin.problems, { query: { state, cursor: pageParam } }, { signal }),
    ...paging,
  })

export const moneyQuery = queryOptions({
  queryKey: [admin.money.path],
  queryFn: ({ signal }) => call(admin.money, undefined, { signal }),
  staleTime: 0,
})

/** The booking with a number, which an operator is about to refund. */
export const bookingToRefundQuery = (id: string) =>
  queryOptions({
    queryKey: [admin.booking.path, id],
    queryFn: async ({ signal }) => (await call(admin.booking, { params: { id } }, { signal })).booking,
    staleTime: 0,
  })

export const stuckWithdrawalsQuery = queryOptions({
  queryKey: [admin.stuckWithdrawals.path],
  queryFn: ({ signal }) => call(admin.stuckWithdrawals, undefined, { signal }),
  staleTime: 0,
})
