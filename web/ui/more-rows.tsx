import type { ReactNode } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { useTryAgain } from '#web/lib/try-again.ts'
import { Button } from './button.tsx'
import { InSight } from './in-sight.tsx'

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
  useTryAgain(isFetchNextPageError && error, () => void fetchNextPage())
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
    // If it is still visible after a page came, it must load another.
    <InSight key={`${count} ${isFetching}`} onSeen={() => !isFetching && void fetchNextPage()}>
      {skeleton}
    </InSight>
  )
}
