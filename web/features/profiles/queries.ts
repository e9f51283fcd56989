import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { loginQuery } from '#web/features/login/queries.ts'
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
