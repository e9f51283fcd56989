import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { posts } from '#shared/api/posts.ts'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { loginQuery } from '#web/features/login/queries.ts'
import { type PostPage, paging } from '#web/features/posts/queries.ts'
import { call } from '#web/lib/api.ts'

/** One's own profile. */
export const ownProfileQuery = queryOptions({
  queryKey: [profiles.own.path],
  queryFn: async ({ signal }) => (await call(profiles.own, {}, { signal })).profile,
})

/** A person's profile by a username they have or had. */
export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.ofPerson.path, username.toLowerCase()],
    queryFn: async ({ signal }) =>
      (await call(profiles.ofPerson, { query: { username } }, { signal })).profile,
  })

/** A person's posts, of one CRN or all. */
export const personPostsQuery = (username: string, crn: string) =>
  infiniteQueryOptions({
    queryKey: [posts.ofPerson.path, username, crn],
    queryFn: ({ pageParam, signal }): Promise<PostPage> =>
      call(posts.ofPerson, { query: { username, crn: crn || undefined, ...pageParam } }, { signal }),
    ...paging,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

/** The CRNs a person has posted in. */
export const personCrnsQuery = (username: string) =>
  queryOptions({
    queryKey: [profiles.uniqueCrns.path, username],
    queryFn: async ({ signal }) =>
      (await call(profiles.uniqueCrns, { body: { username } }, { signal })).data.crns,
  })

/** Shows one's changed profile everywhere at once: on one's pages, in the bar, on one's posts when they are next asked for. */
export function showOwnProfile(queryClient: QueryClient, profile: OwnProfile): void {
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
}
