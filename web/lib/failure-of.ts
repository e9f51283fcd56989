/** What a view shows of something that didn't load. */
export type Failure = { error: Error | null; onRetry: () => void; retrying: boolean }

/** The failure of a query. */
export function failureOf({
  error,
  isFetching,
  refetch,
}: {
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}): Failure {
  return { error, onRetry: () => void refetch(), retrying: isFetching }
}
