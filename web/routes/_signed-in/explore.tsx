import { createFileRoute } from '@tanstack/react-router'
import { nextBookingsQuery } from '#web/features/bookings/queries.ts'
import { sessionMeetingsQuery } from '#web/features/enrolments/queries.ts'
import { receivedQuery } from '#web/features/invitations/queries.ts'
import { feedQuery } from '#web/features/posts/queries.ts'
import { unfinishedQuery } from '#web/features/reading/positions.ts'
import { leadNewcomer } from '#web/features/welcome/lead-newcomer.ts'
import { FeedPage } from './-explore/feed-page.tsx'
import { nextUpMemory } from './-explore/next-up-memory.ts'

type Search = {
  /** The tab; recent if absent. */
  type?: 'following' | 'classes' | undefined
}

export const Route = createFileRoute('/_signed-in/explore')({
  validateSearch: ({ type }): Search => ({
    type: type === 'following' || type === 'classes' ? type : undefined,
  }),
  beforeLoad: leadNewcomer,
  loaderDeps: ({ search }) => ({ type: search.type ?? 'recent' }) as const,
  loader: ({ context: { queryClient }, deps }) => {
    // Not awaited: the page shows a placeholder.
    void queryClient.prefetchInfiniteQuery(feedQuery(deps.type))
    if (deps.type === 'recent') void queryClient.prefetchQuery(unfinishedQuery)
    if (nextUpMemory.read() === 'away') return
    void queryClient.prefetchQuery(nextBookingsQuery)
    void queryClient.prefetchInfiniteQuery(sessionMeetingsQuery('upcoming', 'all'))
    void queryClient.prefetchInfiniteQuery(receivedQuery)
  },
  head: () => ({ meta: [{ title: 'Explore' }] }),
  component: Explore,
})

function Explore() {
  const { type } = Route.useLoaderDeps()
  return <FeedPage type={type} />
}
