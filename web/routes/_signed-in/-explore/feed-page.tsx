import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUp, CalendarClock, GraduationCap } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { showNewest } from '#web/features/posts/cache.ts'
import { PostList } from '#web/features/posts/post-list.tsx'
import { type FeedType, feedQuery, newestQuery, postsOf } from '#web/features/posts/queries.ts'
import { ViewChoice } from '#web/features/posts/view-choice.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { unfinishedQuery } from '#web/features/reading/positions.ts'
import { OnboardingTips } from '#web/features/welcome/onboarding-tips.tsx'
import { isFirstTry, useWasThere } from '#web/lib/first-try.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { tabLink } from '#web/ui/tabs.tsx'
import { ContinueReading } from './continue-reading.tsx'
import { NextUp } from './next-up.tsx'

const tabs: readonly { type: FeedType; label: string }[] = [
  { type: 'recent', label: 'Recent' },
  { type: 'following', label: 'Following' },
  { type: 'classes', label: 'My classes' },
]

const names: Record<FeedType, string> = {
  recent: 'Recent posts',
  following: 'Posts by people you follow',
  classes: 'Posts for your classes',
}

const empty: Record<FeedType, ComponentType> = {
  recent: NoPosts,
  following: NobodyFollowed,
  classes: NothingForClasses,
}

/** The feed of everyone, of followed people, or of the person's classes. */
export function FeedPage({ type }: { type: FeedType }) {
  const query = useInfiniteQuery(feedQuery(type))
  // The tips follow from it.
  const own = useQuery(ownProfileQuery)
  const tipsWait = isFirstTry(own)
  const reads = type === 'recent'
  const unfinished = useQuery({ ...unfinishedQuery, enabled: reads })
  const waits = tipsWait || (reads && isFirstTry(unfinished))
  const tipped = useWasThere(tipsWait, Boolean(own.data?.tips.length))
  const reading = useWasThere(waits || !reads, Boolean(unfinished.data?.posts.length))
  const Empty = empty[type]
  return (
    <div className="group/list">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-28">Explore</h1>
        <div className="-my-1.5 flex">
          <Link to="/tutors" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            <GraduationCap aria-hidden="true" className="size-4" />
            Find a tutor
          </Link>
          {/* On a phone the tab bar has these. */}
          <Link to="/meeting" className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), 'max-md:hidden')}>
            <CalendarClock aria-hidden="true" className="size-4" />
            Meetings
          </Link>
        </div>
      </div>
      <div className="mt-3 mb-5 flex items-end justify-between gap-4 border-b border-line">
        <FeedTabs type={type} />
        <div className="shrink-0 pb-2">
          <ViewChoice />
        </div>
      </div>
      <NextUp />
      {tipped && <OnboardingTips />}
      {reads && reading && <ContinueReading posts={unfinished.data?.posts ?? []} />}
      {query.data && (
        <NewPosts
          key={`new ${type}`}
          type={type}
          shown={postsOf(query.data.pages)}
          hasMore={query.hasNextPage}
        />
      )}
      <PostList
        key={type}
        label={names[type]}
        query={query}
        memory={`feed ${type}`}
        empty={<Empty />}
        waits={waits}
      />
    </div>
  )
}

function FeedTabs({ type }: { type: FeedType }) {
  return (
    <nav aria-label="Feeds" className="-mb-px flex flex-wrap gap-1">
      {tabs.map(tab => (
        <Link
          key={tab.type}
          to="/explore"
          search={tab.type === 'recent' ? {} : { type: tab.type }}
          {...tabLink(tab.type === type)}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Offers new posts instead of moving the cards while somebody reads; where there are none, it shows them at once. */
function NewPosts({
  type,
  shown,
  hasMore,
}: {
  type: FeedType
  shown: readonly PostCard[]
  /** Whether older posts follow that aren't loaded yet. */
  hasMore: boolean
}) {
  const queryClient = useQueryClient()
  const feed = queryClient.getQueryState(feedQuery(type).queryKey)
  const newest = useQuery({
    ...newestQuery(type),
    // A feed that was just fetched shows the newest.
    initialData: () => feed?.data?.pages[0],
    initialDataUpdatedAt: () => feed?.dataUpdatedAt,
  }).data
  const oldest = shown.at(-1)
  const began = oldest === undefined && newest !== undefined && newest.posts.length > 0
  const show = () => newest && showNewest(queryClient, type, newest)
  const begin = useEffectEvent(show)
  useEffect(() => {
    if (began) begin()
  }, [began])
  // Not only those above the first visible post: that may be the person's own, put on top of a list that lacked others' by then.
  // Ids grow with time, and older posts than the list has come with its next page.
  const ids = new Set(shown.map(post => post.id))
  const added = oldest
    ? (newest?.posts ?? []).filter(({ id }) => !ids.has(id) && (!hasMore || id > oldest.id))
    : []
  const count = added.length
  const isPart = newest?.next_cursor != null && added.at(-1) === newest.posts.at(-1)
  const offer = `${count}${isPart ? '+' : ''} new ${count === 1 ? 'post' : 'posts'}`
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${offer} at the top of the page`}
      </p>
      {count > 0 && (
        <div className="pointer-events-none sticky top-17 z-20 mb-4 flex justify-center">
          <Button
            variant="primary"
            size="sm"
            className="pointer-events-auto rounded-full shadow-floating"
            onClick={() => {
              show()
              scrollTo({ top: 0 })
            }}
          >
            <ArrowUp aria-hidden="true" className="size-4" />
            {offer}
          </Button>
        </div>
      )}
    </>
  )
}

function NoPosts() {
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="No notes yet"
      action={
        <Link to="/explore" search={{ create: 'upload' }} className={buttonClass({ variant: 'primary' })}>
          Upload Content
        </Link>
      }
    >
      Notes that students and tutors share show up here, newest first. Be the first to post!
    </EmptyState>
  )
}

function NobodyFollowed() {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="No posts yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
            Browse recent notes
          </Link>
          <Link to="/search" search={{ type: 'people' }} className={buttonClass()}>
            Find people
          </Link>
        </div>
      }
    >
      Posts by people you follow show up here. Browse recent notes to find someone to follow.
    </EmptyState>
  )
}

function NothingForClasses() {
  const { data: profile } = useQuery(ownProfileQuery)
  if (!profile) return null
  if (profile.classes.length === 0) {
    return (
      <EmptyState
        picture={<Lamp lit={false} className="h-28" />}
        title="Which classes do you take?"
        action={
          <Link
            to="/profile/settings"
            search={{ tab: 'profile' }}
            className={buttonClass({ variant: 'primary' })}
          >
            List your classes
          </Link>
        }
      >
        List your classes to see notes for them here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="Nothing for your classes yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link
            to="/explore"
            search={{ type: 'classes', create: 'upload' }}
            className={buttonClass({ variant: 'primary' })}
          >
            Upload Content
          </Link>
          <Link to="/explore" className={buttonClass()}>
            Browse recent notes
          </Link>
        </div>
      }
    >
      Nobody has posted for your classes yet. Be the first to share notes!
    </EmptyState>
  )
}
