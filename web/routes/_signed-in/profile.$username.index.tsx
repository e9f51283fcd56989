import { createFileRoute, redirect } from '@tanstack/react-router'
import { PersonProfilePage } from '#web/features/profiles/person-profile-page.tsx'
import { type ProfileSearch, readProfileSearch } from '#web/features/profiles/profile-search.ts'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { profileQuery } from '#web/features/profiles/queries.ts'

export const Route = createFileRoute('/_signed-in/profile/$username/')({
  validateSearch: (search): ProfileSearch => readProfileSearch(search),
  loaderDeps: ({ search: { crn, list } }) => ({ crn, list }),
  loader: async ({ context: { queryClient }, params: { username }, deps: search }) => {
    // A refusal is the page's to show.
    const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(() => null)
    if (profile?.is_you) throw redirect({ to: '/profile', search, replace: true })
    // By a name they had, or in another case.
    if (profile && profile.username !== username) {
      throw redirect({
        to: '/profile/$username',
        params: { username: profile.username },
        search,
        replace: true,
      })
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
