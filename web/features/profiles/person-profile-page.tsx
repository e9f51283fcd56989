import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Profile } from '#shared/api/profiles.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { BlockedProfile } from './blocked-profile.tsx'
import { ProfileFailed } from './profile-failed.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { Highlights } from './profile-highlights.tsx'
import { PersonPosts, PostsBar } from './profile-posts.tsx'
import type { ProfileSearch } from './profile-search.ts'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { profileQuery } from './queries.ts'
import { useOwnZone } from './use-own-zone.ts'

const NextFreeSlots = lazy(async () => {
  const [{ NextFreeSlots }] = await Promise.all([import('./next-free-slots.tsx'), prepareTemporal()])
  return { default: NextFreeSlots }
})
const PersonSessions = lazy(async () => {
  const [{ PersonSessions }] = await Promise.all([
    import('#web/features/sessions/session-list.tsx'),
    prepareTemporal(),
  ])
  return { default: PersonSessions }
})

/** Another person's profile. */
export function PersonProfilePage({ username, crn = '', list }: ProfileSearch & { username: string }) {
  // What the loader was refused is shown as it is, not asked a second time.
  const query = useQuery({ ...profileQuery(username), retryOnMount: false })
  const { data: profile, error, isFetching, refetch } = query
  if (!profile) {
    return error ? (
      <ProfileFailed error={error} onRetry={refetch} retrying={isFetching} />
    ) : (
      <ProfileSkeleton />
    )
  }
  if (profile.blocked) return <BlockedProfile profile={profile} />
  return (
    <>
      <ProfileHeader profile={profile} list={list} />
      {profile.hourly_rate !== null && <FreeSlots profile={profile} />}
      <Highlights profile={profile} />
      <Suspense>
        <PersonSessions username={profile.username} />
      </Suspense>
      <section aria-labelledby="posts">
        <PostsBar profile={profile} crn={crn}>
          <h2 id="posts" className="py-2.5 text-22">
            Posts
          </h2>
        </PostsBar>
        <PersonPosts profile={profile} crn={crn} />
      </section>
    </>
  )
}

function FreeSlots({ profile }: { profile: Profile }) {
  const zone = useOwnZone()
  if (zone === null) return null
  return (
    <Suspense>
      <NextFreeSlots profile={profile} zone={zone} />
    </Suspense>
  )
}
