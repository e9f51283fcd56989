import { createFileRoute } from '@tanstack/react-router'
import { FeedPage } from '#web/features/posts/feed-page.tsx'
import { feedQuery } from '#web/features/posts/queries.ts'

type Search = {
  /** The tab; recent when absent. */
  type?: 'following'
}

export const Route = createFileRoute('/_signed-in/explore')({
  validateSearch: (search): Search => (search.type === 'following' ? { type: 'following' } : {}),
  loaderDeps: ({ search }) => ({ type: search.type ?? 'recent' }) as const,
  loader: ({ context: { queryClient }, deps }) => {
    // Not waited for: the page shows the shape of what is coming.
    void queryClient.prefetchInfiniteQuery(feedQuery(deps.type))
  },
  head: () => ({ meta: [{ title: 'Explore' }] }),
  component: Explore,
})

function Explore() {
  const { type } = Route.useLoaderDeps()
  return <FeedPage type={type} />
}
