import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { call } from '#web/lib/api.ts'

export type Receipt = CallOutput<typeof payments.receipt>['receipt']

/** The receipt of a paid booking of one's own. */
export const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [payments.receipt.path, bookingId],
    queryFn: async ({ signal }) =>
      (await call(payments.receipt, { params: { id: bookingId } }, { signal })).receipt,
    // Money comes back while the page isn't looked at.
    staleTime: 0,
  })
