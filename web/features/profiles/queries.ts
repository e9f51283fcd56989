import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { posts } from '#shared/api/posts.ts'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { type PostPage, paging } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'

/** The person's own profile. */
export const ownProfileQuery = queryOptions({
  queryKey: [profiles.own.path],
  queryFn: async ({ signal }) => (await call(profiles.own, {}, { signal })).profile,
  meta: { offline: true },
})

/** A person's profile by a current or former username. */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.ofPerson.path, username.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await call(profiles.ofPerson, { query: { username } }, { signal })).profile,
    meta: { offline: true },
  })

/** A person's posts, for one CRN or all. */
export const personPostsQuery = (username: string, crn: string) =>
  infiniteQueryOptions({
    queryKey: [posts.ofPerson.path, username, crn],
    queryFn: ({ pageParam, signal }): Promise<PostPage> =>
      call(posts.ofPerson, { query: { username, crn: crn || undefined, ...pageParam } }, { signal }),
    ...paging,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    meta: { offline: true },
  })

/** The CRNs a person has posted in. */
export const personCrnsQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.uniqueCrns.path, username],
    queryFn: async ({ signal }) =>
      (await call(profiles.uniqueCrns, { body: { username } }, { signal })).data.crns,
    meta: { offline: true },
  })

/**
 * Shows the changed profile everywhere: on the person's pages and in the bar at once, and wherever else their name stands, as on their
 * posts, when it is next shown.
 */
export function showOwnProfile(queryClient: QueryClient, profile: OwnProfile): void {
  const before = queryClient.getQueryData(ownProfileQuery.queryKey)
  queryClient.setQueryData(ownProfileQuery.queryKey, profile)
  queryClient.setQueryData(loginQuery.queryKey, login =>
    login
      ? {
          ...login,
          name: profile.name,
          image: profile.profile_image,
          username: profile.username,
          theme: profile.theme,
          welcomed: profile.welcomed,
        }
      : login,
  )
  void queryClient.invalidateQueries({ queryKey: [profiles.ofPerson.path] })
  if (onCards.every(field => before?.[field] === profile[field])) return
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      /^\/api\/(courses|file\/unfinished|meeting|post|search|sessions)\b/.test(String(path)),
    refetchType: 'none',
  })
}

const onCards = ['name', 'username', 'profile_image'] as const
