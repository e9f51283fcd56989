import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { useFeedView } from '#web/features/posts/use-feed-view.ts'
import { SessionCardSkeletons } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { tabClass } from '#web/ui/tabs.tsx'
import { ProfileFailed } from './profile-failed.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { Highlights } from './profile-highlights.tsx'
import { PersonPosts, PostsBar } from './profile-posts.tsx'
import { type ProfileSearch, type ProfileTab, profileTabs } from './profile-search.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ownProfileQuery } from './queries.ts'

const SavedPosts = lazy(async () => ({
  default: (await import('#web/features/posts/saved-posts.tsx')).SavedPosts,
}))
const OwnSessions = lazy(async () => {
  const [{ OwnSessions }] = await Promise.all([
    import('#web/features/sessions/session-list.tsx'),
    prepareTemporal(),
  ])
  return { default: OwnSessions }
})
const Decisions = lazy(async () => ({
  default: (await import('#web/features/trust/decisions.tsx')).Decisions,
}))

/** One's own profile: as others see it, with what is one's own to see and do. */
export function OwnProfilePage({ tab, crn = '', list }: ProfileSearch & { tab: ProfileTab }) {
  const { data: profile, error, refetch, isFetching } = useQuery({ ...ownProfileQuery, retryOnMount: false })
  if (!profile) {
    return error ? (
      <ProfileFailed error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <ProfileSkeleton />
    )
  }
  return (
    <>
      <div className="mb-8 empty:hidden">
        <Suspense>
          <Decisions />
        </Suspense>
      </div>
      <ProfileHeader profile={profile} list={list} />
      <Highlights profile={profile} />
      <PostsBar profile={profile} crn={crn} tools={tab === 'posts'}>
        <nav aria-label="Your profile" className="-mb-px flex gap-1 sm:mb-0">
          {profileTabs.map(name => (
            <TabLink key={name} tab={name} current={tab} />
          ))}
        </nav>
      </PostsBar>
      {tab === 'posts' ? (
        <PersonPosts profile={profile} crn={crn} />
      ) : tab === 'sessions' ? (
        <Suspense fallback={<SessionCardSkeletons count={3} />}>
          <OwnSessions username={profile.username} />
        </Suspense>
      ) : (
        <Suspense fallback={<SavedLoading />}>
          <SavedPosts />
        </Suspense>
      )}
    </>
  )
}

const tabNames: Record<ProfileTab, string> = { posts: 'Posts', sessions: 'Sessions', saved: 'Saved' }

function TabLink({ tab, current }: { tab: ProfileTab; current: ProfileTab }) {
  return (
    <Link
      to="/profile"
      search={tab === 'posts' ? {} : { tab }}
      resetScroll={false}
      aria-current={tab === current ? 'page' : undefined}
      className={tabClass(tab === current)}
    >
      {tabNames[tab]}
    </Link>
  )
}

function SavedLoading() {
  const { view } = useFeedView()
  return (
    <div role="status" aria-label="Loading posts">
      <PostSkeletons view={view} count={4} />
    </div>
  )
}
