import { type QueryClient, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Profile } from '#shared/api/profiles.ts'
import { BlockedProfile } from '#web/features/profiles/blocked-profile.tsx'
import { ProfileFailed } from '#web/features/profiles/profile-failed.tsx'
import { Highlights } from '#web/features/profiles/profile-highlights.tsx'
import { PersonPosts, PostsBar, PostTools } from '#web/features/profiles/profile-posts.tsx'
import { ProfileContentSkeleton, ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { ownProfileQuery, personPostsQuery, profileQuery } from '#web/features/profiles/queries.ts'
import { useOwnZone } from '#web/features/profiles/use-own-zone.ts'
import { personSlotsQuery } from '#web/features/schedules/queries.ts'
import { sessionsOfQuery } from '#web/features/sessions/queries.ts'
import { isFirstTry } from '#web/lib/first-try.ts'
import { prepareTemporal } from '#web/lib/temporal.ts'
import { shownZone } from '#web/lib/time-zones.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { FreeSlotsSkeleton } from './free-slots-frame.tsx'
import { ProfileHeader } from './profile-header.tsx'
import type { ProfileSearch } from './profile-search.ts'

const NextFreeSlots = lazyRouteComponent(async () => {
  const [{ NextFreeSlots }] = await Promise.all([import('./next-free-slots.tsx'), prepareTemporal()])
  return { default: NextFreeSlots }
})
const PersonSessions = lazyRouteComponent(async () => {
  const [{ PersonSessions }] = await Promise.all([
    import('#web/features/sessions/session-list.tsx'),
    prepareTemporal(),
  ])
  return { default: PersonSessions }
})

/** Loads all that a profile shows below its header. A failure is shown by the part that it is of. */
export async function loadContent(
  queryClient: QueryClient,
  { username, hourly_rate }: Profile,
  { crn = '', visitor }: { crn?: string; visitor: boolean },
): Promise<void> {
  const loadSlots = async () => {
    const own = visitor ? null : await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    await queryClient.prefetchQuery(personSlotsQuery(username, shownZone(own?.time_zone)))
  }
  await Promise.all([
    PersonSessions.preload?.(),
    queryClient.prefetchInfiniteQuery(sessionsOfQuery(username)),
    queryClient.prefetchInfiniteQuery(personPostsQuery(username, crn)),
    // A server that draws the page doesn't know the person's zone.
    ...(hourly_rate === null || import.meta.env.SSR ? [] : [NextFreeSlots.preload?.(), loadSlots()]),
  ])
}

/** Another person's profile. */
export function PersonProfilePage(props: ProfileSearch & { username: string }) {
  return (
    <Loaded waiting={<ProfileSkeleton />} failed={ProfileFailed}>
      <PersonProfile {...props} />
    </Loaded>
  )
}

function PersonProfile({ username, crn = '', list }: ProfileSearch & { username: string }) {
  const { data: profile } = useSuspenseQuery(profileQuery(username))
  if (profile.blocked) return <BlockedProfile profile={profile} />
  return (
    <>
      <ProfileHeader profile={profile} list={list} />
      {/* Together, as each would push down what follows it. */}
      <Suspense fallback={<ProfileContentSkeleton />}>
        <Content profile={profile} crn={crn} />
      </Suspense>
    </>
  )
}

function Content({ profile, crn }: { profile: Profile; crn: string }) {
  const zone = useOwnZone()
  const isTutor = profile.hourly_rate !== null
  const slots = useQuery({
    ...personSlotsQuery(profile.username, zone ?? ''),
    enabled: isTutor && zone !== null,
  })
  const sessions = useInfiniteQuery(sessionsOfQuery(profile.username))
  const drawn = import.meta.env.SSR
  if ((isTutor && !drawn && isFirstTry(slots)) || isFirstTry(sessions)) return <ProfileContentSkeleton />
  return (
    <>
      {isTutor && drawn && <FreeSlotsSkeleton />}
      {isTutor && !drawn && zone !== null && <NextFreeSlots profile={profile} zone={zone} />}
      <Highlights profile={profile} />
      <PersonSessions username={profile.username} />
      <section aria-labelledby="posts" className="group/list">
        <PostsBar tools={<PostTools profile={profile} crn={crn} />}>
          <h2 id="posts" className="py-2.5 text-22">
            Posts
          </h2>
        </PostsBar>
        <PersonPosts profile={profile} crn={crn} />
      </section>
    </>
  )
}
