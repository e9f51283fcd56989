import { createFileRoute } from '@tanstack/react-router'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { sessionQuery } from '#web/features/sessions/queries.ts'
import { SessionPage } from '#web/features/sessions/session-page.tsx'
import { type SessionShow, sessionShows } from '#web/features/sessions/session-search.ts'
import { SessionSkeleton } from '#web/features/sessions/session-skeleton.tsx'
import { prepareTemporal } from '#web/lib/temporal.ts'

/** What is open over the page, so that Back closes it. */
type Search = { show?: SessionShow | undefined }

export const Route = createFileRoute('/_signed-in/sessions/$id/')({
  validateSearch: ({ show }): Search => ({ show: sessionShows.find(name => name === show) }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const prepared = prepareTemporal()
    const [session] = await Promise.all([
      // A refusal is the page's to show.
      queryClient.ensureQueryData({ ...sessionQuery(id), revalidateIfStale: true }).catch(() => null),
      // Without the profile, times are in the device's zone.
      queryClient.ensureQueryData(ownProfileQuery).catch(() => null),
    ])
    await prepared
    return { title: session?.title ?? 'Session' }
  },
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.title ?? 'Session' }] }),
  pendingComponent: SessionSkeleton,
  component: SessionRoute,
})

function SessionRoute() {
  const { id } = Route.useParams()
  return <SessionPage key={id} id={id} show={Route.useSearch().show} />
}
