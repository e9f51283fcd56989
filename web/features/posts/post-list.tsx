import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ListEnd } from '#web/ui/list-end.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { VirtualGrid } from '#web/ui/virtual-grid.tsx'
import { PostRow, PostTile } from './post-card.tsx'
import { PostSkeletons } from './post-skeletons.tsx'
import { type PostPage, postsOf } from './queries.ts'
import { useFeedView } from './use-feed-view.ts'

type PostListProps = {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>
  /** Names the list among all others: its scrolled state is kept by it. */
  memory: string
  /** In place of a list without posts. */
  empty: ReactNode
  /** What stands at the end of the list. */
  end?: string
  /** Shows one's notes on the cards. */
  withNotes?: boolean
}

const gap = 20
const coarse = matchMedia('(pointer: coarse)').matches
/** A tile's controls stand side by side, and are wider for a finger. */
const tileWidth = coarse ? 288 : 256
/** What a tile and a row measure at the usual text size, in px: a right guess moves nothing once they are measured. */
const tileText = coarse ? 253 : 249
const rowHeight = 142

/** A list of posts in all its states, as tiles or as rows, that loads more as one scrolls. */
export function PostList({
  label,
  query,
  memory,
  empty,
  end = 'That’s everything for now.',
  withNotes = false,
}: PostListProps) {
  const { view } = useFeedView()
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const { fetchNextPage, refetch } = query
  // Cards that were here at once, as after Back, don't rise into place again.
  const [entrance] = useState(data === undefined)
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (isPending) {
    return (
      <div role="status" aria-label="Loading posts">
        <PostSkeletons view={view} count={8} />
      </div>
    )
  }
  if (data === undefined) {
    return (
      <ErrorState title={titleOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
        {problemText(error)}
      </ErrorState>
    )
  }
  const posts = postsOf(data.pages)
  if (posts.length === 0) return empty
  return (
    <>
      <VirtualGrid
        label={label}
        items={posts}
        itemKey={postKey}
        minColumn={view === 'list' ? Number.POSITIVE_INFINITY : tileWidth}
        gap={gap}
        estimateRow={width => (view === 'list' ? rowHeight : (width * 10) / 16 + tileText)}
        memory={`${memory} ${view}`}
        busy={isFetching}
        onNearEnd={loadMore}
        renderItem={(post, { index, columns }) => (
          <Entrance index={index} shown={entrance && index < columns * 3}>
            {view === 'list' ? (
              <PostRow post={post} index={index} eager={index < 6} withNotes={withNotes} />
            ) : (
              <PostTile post={post} index={index} eager={index < columns * 2} withNotes={withNotes} />
            )}
          </Entrance>
        )}
      />
      <div className="pt-5">
        {isFetchNextPageError ? (
          <MoreFailed error={error} onRetry={() => void fetchNextPage()} retrying={isFetchingNextPage} />
        ) : hasNextPage ? (
          <div role="status" aria-label="Loading more posts">
            <PostSkeletons view={view} count={4} />
          </div>
        ) : (
          <ListEnd>{end}</ListEnd>
        )}
      </div>
    </>
  )
}

function postKey(post: PostCard): string {
  return post.id
}

/** The first cards of a list rise one after the other (75 ms apart). */
function Entrance({ index, shown, children }: { index: number; shown: boolean; children: ReactNode }) {
  return (
    <div
      className={cx('grid min-w-0', shown && 'animate-rise')}
      style={shown ? { animationDelay: `${Math.min(index, 8) * 75}ms` } : undefined}
    >
      {children}
    </div>
  )
}

function MoreFailed({
  error,
  onRetry,
  retrying,
}: {
  error: Error | null
  onRetry: () => void
  retrying: boolean
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-10 border border-line bg-sheet px-5 py-4 text-14 text-ink-soft"
    >
      <p>More posts didn’t load. {problemText(error)}</p>
      <Button size="sm" onClick={onRetry} pending={retrying}>
        Retry
      </Button>
    </div>
  )
}

function titleOf(error: Error | null): string {
  return error instanceof ProblemError && error.code === 'offline' ? 'No connection' : 'The posts didn’t load'
}
