import { createFileRoute } from '@tanstack/react-router'
import { FeedPage } from '#web/features/posts/feed-page.tsx'
import { feedQuery } from '#web/features/posts/queries.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { leadNewcomer } from '#web/features/welcome/lead-newcomer.ts'

type Search = {
  /** The tab; recent when absent. */
  type?: 'following' | 'classes' | undefined
}

export const Route = createFileRoute('/_signed-in/explore')({
  validateSearch: ({ type }): Search => ({
    type: type === 'following' || type === 'classes' ? type : undefined,
  }),
  beforeLoad: leadNewcomer,
  loaderDeps: ({ search }) => ({ type: search.type ?? 'recent' }) as const,
  loader: ({ context: { queryClient }, deps }) => {
    // Not waited for: the page shows the shape of what is coming.
    void queryClient.prefetchInfiniteQuery(feedQuery(deps.type))
    // The tips, and what stands in place of an empty feed of one's classes.
    void queryClient.prefetchQuery(ownProfileQuery)
  },
  head: () => ({ meta: [{ title: 'Explore' }] }),
  component: Explore,
})

function Explore() {
  const { type } = Route.useLoaderDeps()
  return <FeedPage type={type} />
}
