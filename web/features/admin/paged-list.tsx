import {
  type InfiniteData,
  type QueryKey,
  type UseSuspenseInfiniteQueryOptions,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { MoreFailed } from '#web/ui/more-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type PagedListProps<Page, Row, Key extends QueryKey> = {
  query: UseSuspenseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>
  rowsOf: (page: Page) => Row[]
  /** Shown instead of an empty list. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** An operators' list in its states: loading, failed, empty, and with more pages. */
export function PagedList<Page, Row, Key extends QueryKey>({
  label,
  ...list
}: PagedListProps<Page, Row, Key> & { label: string }) {
  return (
    <Loaded waiting={<RowSkeletons label={label} />} failed={`${label} didn’t load`}>
      <Rows {...list} />
    </Loaded>
  )
}

function Rows<Page, Row, Key extends QueryKey>({
  query,
  rowsOf,
  empty,
  children,
}: PagedListProps<Page, Row, Key>) {
  const { data, error, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } =
    useSuspenseInfiniteQuery(query)
  const rows = data.pages.flatMap(rowsOf)
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows)}
      {isFetchNextPageError ? (
        <MoreFailed
          title="More didn’t load."
          error={error}
          onRetry={() => void fetchNextPage()}
          retrying={isFetchingNextPage}
        />
      ) : (
        hasNextPage && (
          <div className="mt-4 flex justify-center">
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more
            </Button>
          </div>
        )
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
