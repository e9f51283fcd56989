import type { ReactNode } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from './button.tsx'
import { InSight } from './in-sight.tsx'

type Query = {
  error: Error | null
  isFetching: boolean
  hasNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that asks for more when it comes into sight, or says that more didn't come. */
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
      <div
        role="alert"
        className="flex flex-wrap items-center justify-center gap-3 py-4 text-14 text-ink-soft"
      >
        {what} didn’t load. {problemText(error)}
        <Button size="sm" onClick={() => void fetchNextPage()} pending={isFetching}>
          Retry
        </Button>
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    // Still in sight after a page came, it must ask on.
    <InSight key={`${count} ${isFetching}`} onSeen={() => !isFetching && void fetchNextPage()}>
      {skeleton}
    </InSight>
  )
}
