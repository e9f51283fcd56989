import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes a query’s answer. A fetch that is on its way ends with what there was when it began, or with what the server knew then:
 * the change is made again after it. So it must be one that can be made twice.
 */
export function changeAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: (answer: Data) => Data,
): void {
  const make = () => queryClient.setQueryData<Data>(queryKey, answer => answer && change(answer))
  make()
  void queryClient.getQueryCache().find({ queryKey })?.promise?.then(make, make)
}
