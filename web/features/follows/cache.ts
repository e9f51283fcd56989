import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'
import { follows } from '#shared/api/follows.ts'
import { posts } from '#shared/api/posts.ts'
import { type Profile, profiles } from '#shared/api/profiles.ts'
import type { PeoplePage } from '#web/features/people/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'

const followLists = [follows.followers.path, follows.following.path]

/** Shows a person as followed or not wherever they are cached, and adjusts the counts. */
export function showFollowed(queryClient: QueryClient, personId: string, followed: boolean): void {
  queryClient.setQueriesData<InfiniteData<PeoplePage>>({ predicate: isPeopleList }, data => {
    if (!data?.pages.some(page => page.people.some(person => person.id === personId))) return data
    const pages = data.pages.map(page => ({
      ...page,
      people: page.people.map(person => (person.id === personId ? { ...person, followed } : person)),
    }))
    return { ...data, pages }
  })
  changeProfile(queryClient, personId, profile =>
    profile.followed === followed
      ? profile
      : { ...profile, followed, followers: Math.max(0, (profile.followers ?? 0) + (followed ? 1 : -1)) },
  )
}

/**
 * Takes over what the server says of a follow, also where an answer from before it came meanwhile; everything else that
 * it changes is refetched when next shown.
 */
export function keepFollow(
  queryClient: QueryClient,
  personId: string,
  follow: { followed: boolean; followers: number },
): void {
  changeProfile(queryClient, personId, profile => ({ ...profile, ...follow }))
  void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
  // Not at once: a person who was just unfollowed stays in the visible list, to be followed again.
  for (const path of followLists) {
    void queryClient.invalidateQueries({ queryKey: [path], refetchType: 'none' })
  }
  queryClient.removeQueries({ queryKey: [posts.list.path, 'following'], type: 'inactive' })
}

/** Goes by the data's shape: features after this one have lists of people, too. A list of followers to invite has another shape. */
function isPeopleList({ state: { data } }: Query): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return false
  return Array.isArray(data.pages) && Array.isArray(data.pages[0]?.people)
}

function changeProfile(queryClient: QueryClient, personId: string, change: (profile: Profile) => Profile) {
  queryClient.setQueriesData<Profile>({ queryKey: [profiles.ofPerson.path] }, profile =>
    profile?.id === personId ? change(profile) : profile,
  )
}
