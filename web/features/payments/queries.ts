import { queryOptions } from '@tanstack/react-query'
import type { CallOutput } from '#shared/api/contract.ts'
import { payments } from '#shared/api/payments.ts'
import { call } from '#web/lib/api.ts'

export type Receipt = CallOutput<typeof payments.receipt>['receipt']

/** The receipt of one of the person's paid bookings. */
export const receiptQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [payments.receipt.path, bookingId],
    queryFn: async ({ signal }) =>
      (await call(payments.receipt, { params: { id: bookingId } }, { signal })).receipt,
    // Refunds can arrive while nobody looks at the page.
    staleTime: 0,
  })
