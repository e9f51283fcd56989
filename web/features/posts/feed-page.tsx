import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUp, LayoutGrid, Rows3 } from 'lucide-react'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { showNewest } from './cache.ts'
import { PostList } from './post-list.tsx'
import { type FeedType, feedQuery, newestQuery } from './queries.ts'
import { useFeedView } from './use-feed-view.ts'

const tabs: readonly { type: FeedType; label: string }[] = [
  { type: 'recent', label: 'Recent' },
  { type: 'following', label: 'Following' },
]

/** The feed of everyone, or of the people one follows. */
export function FeedPage({ type }: { type: FeedType }) {
  const query = useInfiniteQuery(feedQuery(type))
  return (
    <>
      <h1 className="text-28">Explore</h1>
      <div className="mt-3 mb-5 flex items-end justify-between gap-4 border-b border-line">
        <FeedTabs type={type} />
        <ViewChoice />
      </div>
      <NewPosts type={type} shown={query.data?.pages[0]?.posts[0]?.id} />
      <PostList
        key={type}
        label={type === 'recent' ? 'Recent posts' : 'Posts of people you follow'}
        query={query}
        memory={`feed ${type}`}
        empty={type === 'recent' ? <NoPosts /> : <NobodyFollowed />}
      />
    </>
  )
}

function FeedTabs({ type }: { type: FeedType }) {
  return (
    <nav aria-label="Feeds" className="flex gap-1">
      {tabs.map(tab => (
        <Link
          key={tab.type}
          to="/explore"
          search={tab.type === 'recent' ? {} : { type: tab.type }}
          aria-current={tab.type === type ? 'page' : undefined}
          className={cx(
            '-mb-px flex h-11 items-center border-b-2 px-3 text-14 font-medium transition-colors',
            tab.type === type
              ? 'border-accent text-ink'
              : 'border-transparent text-ink-soft hover:border-line-strong hover:text-ink',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

function ViewChoice() {
  const { view, wide, choose } = useFeedView()
  if (!wide) return null
  return (
    <div className="pb-2">
      <Segmented
        label="Show posts as"
        value={view}
        onChange={choose}
        options={[
          {
            value: 'tiles',
            label: 'Tiles',
            icon: <LayoutGrid aria-hidden="true" strokeWidth={1.5} className="size-4" />,
          },
          {
            value: 'list',
            label: 'List',
            icon: <Rows3 aria-hidden="true" strokeWidth={1.5} className="size-4" />,
          },
        ]}
      />
    </div>
  )
}

/** Offers what was posted since, instead of moving the cards under the reader's eyes. */
function NewPosts({ type, shown }: { type: FeedType; shown: string | undefined }) {
  const queryClient = useQueryClient()
  const newest = useQuery({ ...newestQuery(type), enabled: shown !== undefined }).data
  if (!newest || shown === undefined) return null
  // Ids grow with time, so the newer ones are those before the first shown, even if that one was deleted.
  const count = newest.posts.filter(post => post.id > shown).length
  if (count === 0) return null
  const many = count === newest.posts.length ? `${count}+` : String(count)
  return (
    <div className="pointer-events-none sticky top-17 z-20 mb-4 flex justify-center">
      <Button
        variant="primary"
        size="sm"
        className="pointer-events-auto rounded-full shadow-floating"
        onClick={() => {
          showNewest(queryClient, type, newest)
          scrollTo({ top: 0 })
        }}
      >
        <ArrowUp aria-hidden="true" className="size-4" />
        {many} new {count === 1 ? 'post' : 'posts'}
      </Button>
    </div>
  )
}

function NoPosts() {
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="The shelves are still empty"
      action={
        <Link to="/explore" search={{ create: 'upload' }} className={buttonClass({ variant: 'primary' })}>
          Upload Content
        </Link>
      }
    >
      Notes that students and tutors share appear here, newest first. Yours could be the first.
    </EmptyState>
  )
}

function NobodyFollowed() {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="Nobody’s notes here yet"
      action={
        <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
          Browse recent notes
        </Link>
      }
    >
      Posts of the people you follow gather here. Find someone whose notes you like among the recent ones.
    </EmptyState>
  )
}
