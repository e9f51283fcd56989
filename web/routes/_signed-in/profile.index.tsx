import { createFileRoute } from '@tanstack/react-router'
import { OwnProfilePage } from '#web/features/profiles/own-profile-page.tsx'
import {
  type ProfileSearch,
  type ProfileTab,
  readProfileSearch,
} from '#web/features/profiles/profile-search.ts'
import { ProfileSkeleton } from '#web/features/profiles/profile-skeleton.tsx'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'

/** The tab is that of the posts when absent. */
type Search = ProfileSearch & { tab?: Exclude<ProfileTab, 'posts'> | undefined }

export const Route = createFileRoute('/_signed-in/profile/')({
  validateSearch: (search): Search => ({
    ...readProfileSearch(search),
    tab: search.tab === 'saved' || search.tab === 'sessions' ? search.tab : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    // A refusal is the page's to show.
    await queryClient.ensureQueryData(ownProfileQuery).catch(() => null)
  },
  head: () => ({ meta: [{ title: 'Your profile' }] }),
  pendingComponent: ProfileSkeleton,
  component: OwnProfile,
})

function OwnProfile() {
  const { tab = 'posts', ...search } = Route.useSearch()
  return <OwnProfilePage tab={tab} {...search} />
}
