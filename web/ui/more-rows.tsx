import type { ReactNode } from 'react'
import { InSight } from './in-sight.tsx'
import { MoreFailed } from './more-failed.tsx'

type Query = {
  error: Error | null
  isFetching: boolean
  hasNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that loads more when it becomes visible, or says that loading failed. */
export function MoreRows({
  query,
  count,
  what,
  skeleton,
}: {
  query: Query
  /** How many there are so far. */
  count: number
  /** As in "More people". */
  what: string
  skeleton: ReactNode
}) {
  const { error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query
  if (isFetchNextPageError) {
    return (
      <MoreFailed
        title={`${what} didn’t load.`}
        error={error}
        onRetry={() => void fetchNextPage()}
        retrying={isFetching}
      />
    )
  }
  if (!hasNextPage) return null
  return (
    // If it is still visible after a page came, it must load another.
    <InSight key={`${count} ${isFetching}`} onSeen={() => !isFetching && void fetchNextPage()}>
      {skeleton}
    </InSight>
  )
}
