import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUp, CalendarClock } from 'lucide-react'
import type { ComponentType } from 'react'
import { NextUpPlace } from '#web/features/meetings/next-up-place.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { OnboardingTips } from '#web/features/welcome/onboarding-tips.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { tabClass } from '#web/ui/tabs.tsx'
import { showNewest } from './cache.ts'
import { PostList } from './post-list.tsx'
import { type FeedType, feedQuery, newestQuery } from './queries.ts'
import { ViewChoice } from './view-choice.tsx'

const tabs: readonly { type: FeedType; label: string }[] = [
  { type: 'recent', label: 'Recent' },
  { type: 'following', label: 'Following' },
  { type: 'classes', label: 'My classes' },
]

const names: Record<FeedType, string> = {
  recent: 'Recent posts',
  following: 'Posts of people you follow',
  classes: 'Posts for your classes',
}

const empty: Record<FeedType, ComponentType> = {
  recent: NoPosts,
  following: NobodyFollowed,
  classes: NothingForClasses,
}

/** The feed of everyone, of the people one follows, or of the classes one lists. */
export function FeedPage({ type }: { type: FeedType }) {
  const query = useInfiniteQuery(feedQuery(type))
  const Empty = empty[type]
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-28">Explore</h1>
        {/* On a phone they stand in the tab bar. */}
        <Link to="/meeting" className={cx(buttonClass({ variant: 'quiet', size: 'sm' }), 'max-md:hidden')}>
          <CalendarClock aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Meetings
        </Link>
      </div>
      <div className="mt-3 mb-5 flex items-end justify-between gap-4 border-b border-line">
        <FeedTabs type={type} />
        <div className="shrink-0 pb-2">
          <ViewChoice />
        </div>
      </div>
      <NextUpPlace />
      <OnboardingTips />
      <NewPosts type={type} shown={query.data?.pages[0]?.posts[0]?.id} />
      <PostList key={type} label={names[type]} query={query} memory={`feed ${type}`} empty={<Empty />} />
    </>
  )
}

function FeedTabs({ type }: { type: FeedType }) {
  return (
    <nav aria-label="Feeds" className="-mb-px flex gap-1">
      {tabs.map(tab => (
        <Link
          key={tab.type}
          to="/explore"
          search={tab.type === 'recent' ? {} : { type: tab.type }}
          aria-current={tab.type === type ? 'page' : undefined}
          className={tabClass(tab.type === type)}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
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
      Posts of the people you follow gather here. Find someone whose notes you like among the recent ones.
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
        List them once, by their CRNs, and notes for their courses gather here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<Lamp lit className="h-28" />}
      title="Nothing for your classes yet"
      action={
        <Link
          to="/explore"
          search={{ type: 'classes', create: 'upload' }}
          className={buttonClass({ variant: 'primary' })}
        >
          Upload Content
        </Link>
      }
    >
      Nobody has posted for the courses you list. Your notes could be the first that others find here.
    </EmptyState>
  )
}
