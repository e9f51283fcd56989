import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { OwnProfile as OwnProfileData } from '#shared/api/profiles.ts'
import { PostSkeletons } from '#web/features/posts/post-skeletons.tsx'
import { useFeedView } from '#web/features/posts/use-feed-view.ts'
import { ViewChoice } from '#web/features/posts/view-choice.tsx'
import { ProfileFailed } from '#web/features/profiles/profile-failed.tsx'
import { Highlights } from '#web/features/profiles/profile-highlights.tsx'
import { PersonPosts, PostsBar, PostTools } from '#web/features/profiles/profile-posts.tsx'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { SessionCardSkeletons } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { tabLink } from '#web/ui/tabs.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { type ProfileSearch, type ProfileTab, profileTabs } from './profile-search.ts'

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
  default: (await import('#web/features/reports/decisions.tsx')).Decisions,
}))

/** The person's own profile: as others see it, plus private parts and actions. */
export function OwnProfilePage(props: ProfileSearch & { tab: ProfileTab }) {
  return (
    <Loaded waiting={props.tab === 'saved' ? <SavedLoading /> : <ProfileSkeleton />} failed={ProfileFailed}>
      <OwnProfile {...props} />
    </Loaded>
  )
}

function OwnProfile({ tab, crn = '', list }: ProfileSearch & { tab: ProfileTab }) {
  const { data: profile } = useSuspenseQuery(ownProfileQuery)
  return (
    <div className="group/list">
      {/* A profile above the saved posts would leave them below a phone's window. */}
      {tab === 'saved' ? <h1 className="text-28">Saved</h1> : <Head profile={profile} list={list} />}
      <PostsBar
        tools={
          tab === 'posts' ? <PostTools profile={profile} crn={crn} /> : tab === 'saved' && <ViewChoice />
        }
      >
        <ProfileTabs current={tab} />
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
    </div>
  )
}

function Head({ profile, list }: { profile: OwnProfileData; list: ProfileSearch['list'] }) {
  return (
    <>
      <div className="mb-8 empty:hidden">
        <Suspense>
          <Decisions />
        </Suspense>
      </div>
      <ProfileHeader profile={profile} list={list} />
      <Highlights profile={profile} />
      {profile.posts > 0 && (
        <p className="mt-4">
          <Link
            to="/profile/settings"
            search={{ tab: 'profile' }}
            hash="highlights"
            className="text-14 font-medium text-accent hover:underline coarse:py-3"
          >
            {profile.highlights.length > 0 ? 'Change your highlights' : 'Choose posts to show first'}
          </Link>
        </p>
      )}
    </>
  )
}

function ProfileTabs({ current }: { current: ProfileTab }) {
  return (
    <nav aria-label="Your profile" className="-mb-px flex flex-wrap gap-1 sm:mb-0">
      {profileTabs.map(tab => (
        <TabLink key={tab} tab={tab} current={current} />
      ))}
    </nav>
  )
}

const tabNames: Record<ProfileTab, string> = { posts: 'Posts', sessions: 'Sessions', saved: 'Saved' }

function TabLink({ tab, current }: { tab: ProfileTab; current: ProfileTab }) {
  return (
    <Link
      to="/profile"
      search={tab === 'posts' ? {} : { tab }}
      // Between the profile and the saved posts the page changes above the tabs, too.
      resetScroll={tab === 'saved' || current === 'saved'}
      {...tabLink(tab === current)}
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
