import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** A list of the operators in its states: on its way, failed, empty, and with more to come. */
export function PagedList<Page, Row>({
  label,
  query,
  rowsOf,
  empty,
  children,
}: {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  rowsOf: (page: Page) => Row[]
  /** In place of a list without rows. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query
  if (data === undefined) {
    return error ? (
      <ErrorState title={`${label} didn’t load`} onRetry={() => void query.refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    ) : (
      <RowSkeletons label={label} />
    )
  }
  const rows = data.pages.flatMap(rowsOf)
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {isFetchNextPageError && (
        <p role="alert" className="mt-4 text-center text-14 text-ink-soft">
          More didn’t load. {problemText(error)}
        </p>
      )}
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button pending={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

function RowSkeletons({ label }: { label: string }) {
  return (
    <div role="status" aria-label={`Loading: ${label}`} className="flex flex-col gap-4">
      {['first', 'second', 'third'].map(row => (
        <div key={row} className="flex flex-col gap-3 rounded-10 border border-line bg-sheet p-5">
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-4 w-full max-w-prose" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  )
}
