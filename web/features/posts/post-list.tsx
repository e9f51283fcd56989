import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { cx } from '#web/ui/cx.ts'
import { ListEnd } from '#web/ui/list-end.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { MoreFailed } from '#web/ui/more-failed.tsx'
import { VirtualGrid } from '#web/ui/virtual-grid.tsx'
import { isBookable } from './book-link.tsx'
import { PostRow, PostTile } from './post-card.tsx'
import { PostSkeletons } from './post-skeletons.tsx'
import { type PostPage, postsOf } from './queries.ts'
import { useFeedView } from './use-feed-view.ts'

type PostListProps = {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>
  /** Identifies the list: its scroll state is stored under this name. */
  memory: string
  /** The empty state. */
  empty: ReactNode
  /** Shown at the end of the list. */
  end?: string
  /** Shows the person's notes on the cards. */
  withNotes?: boolean
  /** Whether it isn't known yet what stands above: posts that came first would be pushed down. */
  waits?: boolean
}

const gap = 20
const coarse = matchMedia('(pointer: coarse)').matches
/** A tile's buttons are side by side, and wider on touch screens. */
const tileWidth = coarse ? 288 : 256
/**
 * The size of a tile and a row at the default text size, in px: a good guess avoids movement once they are
 * measured.
 */
const tileText = coarse ? 253 : 249
/** The way to book the author, with the space above it. */
const bookLine = 34
const rowHeight = 142

/** A list of posts in all its states, as tiles or as rows, that loads more on scrolling. */
export function PostList({
  label,
  query,
  memory,
  empty,
  end = 'That’s everything for now.',
  withNotes = false,
  waits = false,
}: PostListProps) {
  const { view } = useFeedView()
  const { data, error, isPending, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const { fetchNextPage } = query
  // Cards that are there at once, as after Back, don't animate again.
  const [entrance] = useState(data === undefined)
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (isPending || waits) {
    return (
      <div role="status" aria-label="Loading posts" className={cx(waits && 'invisible')}>
        <PostSkeletons view={view} count={8} />
      </div>
    )
  }
  if (data === undefined) {
    return <LoadFailed title="The posts didn’t load" {...failureOf(query)} />
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
        estimateRow={(width, row) => (view === 'list' ? rowHeight : tileHeight(width, row))}
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
          <MoreFailed
            title="More posts didn’t load."
            error={error}
            onRetry={() => void fetchNextPage()}
            retrying={isFetchingNextPage}
          />
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

function tileHeight(width: number, row: readonly PostCard[]): number {
  const text = tileText + (row.some(isBookable) ? bookLine : 0)
  if (innerWidth >= 640) return (width * 10) / 16 + text
  // On a phone a tile is as tall as its words need.
  const lines = (words: string, each: number) => Math.min(2, Math.ceil((words.length * each) / (width - 40)))
  const [post] = row
  const spare = post ? (2 - lines(post.post_name, 9)) * 26 + (2 - lines(post.details, 6.7)) * 20 : 0
  return (width * 2) / 5 + text - spare
}

function postKey(post: PostCard): string {
  return post.id
}

/** The first cards of a list appear one after the other (75 ms apart). */
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
