import { createFileRoute, redirect } from '@tanstack/react-router'
import { followListQuery } from '#web/features/follows/queries.ts'
import { profileQuery } from '#web/features/profiles/queries.ts'
import { FollowersPage, FollowersSkeleton } from './-profile/followers-page.tsx'

/** The list; followers if absent. */
type Search = { tab?: 'following' | undefined }

export const Route = createFileRoute('/_signed-in/profile/$username/followers')({
  validateSearch: ({ tab }): Search => ({ tab: tab === 'following' ? tab : undefined }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, params: { username }, deps: search }) => {
    void queryClient.prefetchInfiniteQuery(followListQuery(search.tab ?? 'followers', username))
    // The page shows a refusal.
    const profile = await queryClient.ensureQueryData(profileQuery(username)).catch(() => null)
    if (profile?.blocked || (profile && profile.username !== username)) {
      throw redirect({
        to: profile.blocked ? '/profile/$username' : '/profile/$username/followers',
        params: { username: profile.username },
        search,
        replace: true,
      })
    }
    const title = search.tab === 'following' ? 'Following' : 'Followers'
    return { title: profile ? `${title} · ${profile.name}` : title }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Followers' }] }),
  pendingComponent: FollowersSkeleton,
  component: Followers,
})

function Followers() {
  const { username } = Route.useParams()
  return <FollowersPage username={username} side={Route.useSearch().tab ?? 'followers'} />
}
