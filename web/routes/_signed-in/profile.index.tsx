import { createFileRoute } from '@tanstack/react-router'
import { savedQuery } from '#web/features/posts/queries.ts'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { ownProfileQuery, personPostsQuery } from '#web/features/profiles/queries.ts'
import { loadedForDrawing } from '#web/lib/drawing.ts'
import { OwnProfilePage } from './-profile/own-profile-page.tsx'
import { type ProfileSearch, type ProfileTab, readProfileSearch } from './-profile/profile-search.ts'

/** The posts tab if absent. */
type Search = ProfileSearch & { tab?: Exclude<ProfileTab, 'posts'> | undefined }

export const Route = createFileRoute('/_signed-in/profile/')({
  validateSearch: (search): Search => ({
    ...readProfileSearch(search),
    tab: search.tab === 'saved' || search.tab === 'sessions' ? search.tab : undefined,
  }),
  loaderDeps: ({ search: { tab, crn } }) => ({ tab, crn }),
  loader: async ({ context: { queryClient }, deps: { tab, crn = '' } }) => {
    if (tab === 'saved') return void queryClient.prefetchInfiniteQuery(savedQuery)
    // The page shows a refusal.
    const profile = await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
    if (!profile || tab) return
    await loadedForDrawing(queryClient.prefetchInfiniteQuery(personPostsQuery(profile.username, crn)))
  },
  head: ({ match }) => ({ meta: [{ title: match.search.tab === 'saved' ? 'Saved' : 'Your profile' }] }),
  pendingComponent: ProfileSkeleton,
  component: OwnProfile,
})

function OwnProfile() {
  const { tab = 'posts', ...search } = Route.useSearch()
  return <OwnProfilePage tab={tab} {...search} />
}
