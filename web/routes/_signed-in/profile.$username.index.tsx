import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireLoginFor } from '#web/features/logins/require-login.ts'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { personPostsQuery, profileQuery } from '#web/features/profiles/queries.ts'
import { loadForVisitor, PersonProfilePage } from './-profile/person-profile-page.tsx'
import { type ProfileSearch, readProfileSearch } from './-profile/profile-search.ts'

export const Route = createFileRoute('/_signed-in/profile/$username/')({
  validateSearch: (search): ProfileSearch => readProfileSearch(search),
  staticData: { forVisitors: true },
  beforeLoad: before => requireLoginFor(before.search.list, before),
  loaderDeps: ({ search: { crn, list } }) => ({ crn, list }),
  loader: async ({ context: { queryClient, login }, params: { username }, deps: search }) => {
    // The page shows a refusal.
    const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(() => null)
    if (profile?.is_you) throw redirect({ to: '/profile', search, replace: true })
    // By a former name, or in another case.
    if (profile && profile.username !== username) {
      throw redirect({
        to: '/profile/$username',
        params: { username: profile.username },
        search,
        replace: true,
      })
    }
    if (profile && !profile.blocked) {
      // Not waited for: the page shows the shape of what is coming.
      void queryClient.prefetchInfiniteQuery(personPostsQuery(profile.username, search.crn ?? ''))
      if (!login) await loadForVisitor(queryClient, profile)
    }
    return { title: profile?.name ?? 'Profile' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Profile' }] }),
  pendingComponent: ProfileSkeleton,
  component: PersonProfile,
})

function PersonProfile() {
  const { username } = Route.useParams()
  return <PersonProfilePage key={username} {...Route.useSearch()} username={username} />
}
