import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Refetches everything that shows bookings, their money, sessions or a tutor's free times, except what is known to be current; the
 * content stays until the answer is here. Every page has this, so it knows the beginnings of the paths without the contract.
 */
export function refreshBookings(queryClient: QueryClient, current: QueryKey = []): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey, queryHash }) =>
      /^\/api\/(meeting|sessions|profile\/calendar\/users|payment\/(wallet|transactions|receipt)|stripe\/account)\b/.test(
        String(queryKey[0]),
      ) && queryHash !== hashKey(current),
  })
}
